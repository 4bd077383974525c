import { ours, type Requirement } from './requirement.ts';

/** Owners, notes, logged activities, follow-ups and saved views. */
export const working: Requirement[] = [
  ...ours({
    'notes.changes':
      'A note of at most 10,000 characters is added, read, listed latest first, edited and deleted.',
    'notes.own': 'Viewers read notes, Members change their own, and Admins change all.',
    'notes.stale': 'With ifUpdatedAt, editing a note that has changed since is 422.',
    'notes.activity':
      'A logged call, meeting or message moves lastActivityAt to its time, forward only.',
    'notes.event': 'note.added names the note and its kind, without its text.',
    'notes.timeline': 'The timeline shows a note with its current text, or that it was deleted.',
    'notes.with-prospect':
      'Notes and follow-ups move in a merge and are deleted with their prospect.',
  }),
  ...ours({
    'owner.assign': 'PATCH /prospects/{prospectId} gives a prospect an owner, or none.',
    'owner.member':
      'Only a member of the workspace can be an owner; after a member left, it is null.',
    'owner.bulk':
      'A bulk task assigns prospects, by id or filter, and undo restores the owner of each.',
    'owner.merge': 'A merge keeps the owner of the kept prospect, or takes that of the other.',
    'owner.event': 'Every change of the owner by a user is one event with the previous owner.',
  }),
  ...ours({
    'mentions.notify': '@[id] in a note notifies that member once, except the author.',
    'notifications.own': 'Each user reads and marks their own notifications only.',
    'notifications.reply':
      'A reply notifies the owner of the prospect, or all from Member up if it has none, and only users who can see the mailbox.',
    'notifications.follow-up': 'A follow-up notifies its assignee once, on its day.',
    'notifications.task': 'A task that failed or took 10 seconds notifies the user who started it.',
    'notifications.trouble': 'A failing mailbox or a disabled webhook notifies Admins and Owners.',
    'notifications.by-mail':
      'Kinds that a user chose and that are unread after two minutes are sent in one email, each once.',
    'notifications.kept': 'Notifications are kept for 90 days, and deleted with their prospect.',
  }),
  ...ours({
    'follow-ups.changes':
      'A follow-up has a title, a day and an assignee; it is completed, reopened, moved and deleted.',
    'follow-ups.list':
      'Follow-ups are listed by assignee, prospect, day and state, in pages with each once.',
    'follow-ups.bounded': 'A page of follow-ups is read by index.',
    'follow-ups.assignee':
      'Only a member of the workspace can be an assignee; after a member left, it is null.',
    'follow-ups.events': 'Planning and completing a follow-up are events, each once.',
    'follow-ups.roles': 'Viewers read follow-ups, and Members change them.',
  }),
  ...ours({
    'views.changes':
      'A view keeps filters, order and columns under a name; it is listed, changed, pinned and deleted.',
    'views.private': 'A private view is seen and changed by its owner only.',
    'views.shared':
      'Members share views; everyone sees and pins them, and their owner or an Admin changes them.',
    'views.bounded':
      'A name is unique among shared views and among those of a user, and each has at most 200.',
    'views.owner-left': 'When a user leaves, private views are deleted and shared ones stay.',
    'views.audit': 'Changes of shared views are in the audit log.',
  }),
];
