import type { FastifyBaseLogger } from 'fastify';
import type { MailboxCredentials } from '../core/mailboxes/credentials.ts';
import type { StoringDeps } from '../core/receiving/find-conversation.ts';
import type { MessageParser } from '../core/receiving/parse-message.ts';
import type { Database } from '../platform/db/index.ts';
import type { Egress } from '../platform/egress/egress.ts';
import { counter, gauge } from '../platform/observe/metrics.ts';

export interface WatchTimes {
  /** The inbox is read at least this often, whatever the server announces. */
  pollMs: number;
  /** How often Junk and Sent are checked for new messages. */
  statusMs: number;
  /** How often the messages of the last days are compared with the stored ones. */
  compareMs: number;
  /** A server that does not answer a command in this time is given up. */
  commandMs: number;
  leaseMs: number;
  renewMs: number;
  /** How often free mailboxes are acquired, and readings of inboxes are recorded. */
  tickMs: number;
}

/** Some servers end an IDLE after 55 seconds, so that the inbox is read before. */
export const watchTimes: WatchTimes = {
  pollMs: 50_000,
  statusMs: 5 * 60_000,
  compareMs: 60 * 60_000,
  commandMs: 60_000,
  leaseMs: 30_000,
  renewMs: 10_000,
  tickMs: 1_000,
};

export interface WatchDeps extends StoringDeps {
  db: Database;
  egress: Egress;
  credentials: Pick<MailboxCredentials, 'of'>;
  parser: Pick<MessageParser, 'parse'>;
  clock: () => Date;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  times?: Partial<WatchTimes>;
}

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
