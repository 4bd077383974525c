import { ours, type Requirement } from './requirement.ts';

/** How one email is handed over, and what its answer means. */
export const sendingOnce: Requirement[] = [
  ...ours({
    'sending.stop':
      'Once a suppression, an unsubscribe, a stored reply, a pause, a deletion, a merge or an archive was answered, no email leaves that it forbids, even if it was already being sent.',
    'sending.stages': 'A failed connection to a mail server names the stage where it failed.',
    'sending.tls':
      'Without a TLS connection whose certificate is valid for the host name, no credential is sent, except in a network that the operator allowed.',
    'sending.answers':
      'What an SMTP answer means is one documented table: sent, bounced, blocked, later, or a mailbox that rests or needs attention.',
    'sending.late-answer': 'An email that is accepted minutes after its last line is sent.',
    'sending.unknown':
      'An email whose answer was lost is unknown: it is shown, looked for in the Sent folder, and never sent again by itself.',
    'sending.once': 'A prospect gets each step of a campaign at most once, also after a crash.',
    'sending.recorded':
      'A sent email appears in the inbox, emits message.sent, moves a new prospect to contacted, and schedules the next step.',
  }),
];
