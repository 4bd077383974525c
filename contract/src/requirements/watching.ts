import { ours, type Requirement } from './requirement.ts';

/** How the messages of a mailbox are read. */
export const watching: Requirement[] = [
  ...ours({
    'receiving.watch':
      'New messages of the inbox, Junk and Sent of a connected mailbox are stored; of a new mailbox also those of the last seven days.',
    'receiving.once':
      'A message is stored once per mailbox, also if the server numbers its messages anew or a worker dies.',
    'receiving.not-trusting-idle':
      'No message is lost because a server does not announce it, stops answering, ends the connection, or deletes others meanwhile.',
    'receiving.refused':
      'A refused password is tried once, and the mailbox then needs attention. A server that is only busy is tried again.',
    'receiving.shared':
      'Workers share the mailboxes. Each is watched by one worker at a time, and by another one when a worker dies.',
  }),
];
