import { ours, type Requirement } from './requirement.ts';

/** When a mailbox sends, and what it sends next. */
export const sendingPace: Requirement[] = [
  ...ours({
    'pace.windows': 'A mailbox sends only in its windows, in its time zone, and not on holidays.',
    'pace.next-opening':
      'The next opening is exact over changes of the clock, odd offsets and missing days.',
    'pace.waits':
      'Waits are calendar or working days at the same time of day in the time zone of the mailbox.',
    'pace.limit':
      'A mailbox never sends more than its daily limit, also with several workers and after a change of its time zone.',
    'pace.ramp': 'The limit of a new mailbox grows with each day on which it sent.',
    'pace.gap': 'Between two emails of a mailbox, a random gap within its range passes.',
    'pace.idle':
      'A mailbox with due emails that may send does not stay idle for longer than twice its gap.',
    'pace.order':
      'Follow-ups leave first, longest due first; then first emails of the campaign served longest ago.',
    'pace.inbox-read':
      'A follow-up leaves only if the inbox of its mailbox was read within the last five minutes.',
    'pace.company':
      'A company gets at most the set number of emails a day; free email providers are no company.',
    'pace.cooldown':
      'A prospect in several campaigns gets no email of another campaign during the cooldown.',
    'pace.new-per-day': 'A campaign sends at most the set number of first emails a day.',
    'pace.blocked':
      'An enrollment whose email must not or cannot be sent is set aside with a reason, and the next is tried.',
    'pace.lost-worker':
      'What a lost worker left is released with its quota if it surely did not leave, and unknown otherwise.',
    'pace.lease': 'Each mailbox has one turn at a time, on one worker.',
    'pace.wake': 'Starting a campaign or enrolling prospects wakes the mailboxes of the campaign.',
    'pace.plans': 'The next email is found by index, whatever the backlog.',
  }),
];
