import { counter, gauge } from '../platform/observe/metrics.ts';

export const watchedMailboxes = gauge(
  'outcrop_watched_mailboxes',
  'Mailboxes whose lease this worker holds, by whether it is connected to them',
  ['state'],
);
export const imapConnects = counter(
  'outcrop_imap_connects_total',
  'Connections to IMAP servers for watching, by outcome',
  ['outcome'],
);
export const messagesStored = counter(
  'outcrop_messages_stored_total',
  'Messages read from watched folders and stored',
  ['folder'],
);
export const messagesSkipped = counter(
  'outcrop_messages_skipped_total',
  'Messages that could not be stored; they are tried again with the next full comparison',
);
