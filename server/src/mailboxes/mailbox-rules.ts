import { atLeast, type Role } from '@outcrop/contract';
import type { MailboxRow, MailboxStatus } from '../core/mailboxes/mailbox-rows.sql.ts';
import { countedDay, currentPaceOf, dailyLimitOf } from '../core/sending/pace-rules.ts';
import { isPauseReason } from '../core/sending/sending-guard-rules.ts';
import { type StoredCheck, toPublicCheck } from './check-state-rules.ts';

/** The reason of a mailbox that has not passed a test since its server or password was set. */
const notConnected = 'not_connected';

interface Viewer {
  userId: string;
  role: Role;
}

/** Whether a user can edit a mailbox that is visible to the user. */
export const canEditMailbox = (
  { userId, role }: Viewer,
  mailbox: Pick<MailboxRow, 'ownerId'>,
): boolean => mailbox.ownerId === userId || atLeast(role, 'admin');

type MailboxHealth = Pick<
  MailboxRow,
  'status' | 'reason' | 'detail' | 'failingSince' | 'restUntil' | 'sendAt'
>;

export interface HealthChange {
  /** True pauses, false resumes. */
  paused?: boolean | undefined;
  /** The server or the password changed. */
  needsTest: boolean;
}

/**
 * The reason of a paused mailbox only tells whether it was connected. Resuming clears other reasons; if
 * the cause remains, the next email finds it again. After a change, a working mailbox is due at once.
 */
export function healthAfter(mailbox: MailboxHealth, change: HealthChange, at: Date): MailboxHealth {
  const { detail, failingSince, restUntil, sendAt, status } = mailbox;
  const reason = change.needsTest ? notConnected : mailbox.reason;
  const unsettled = { detail, failingSince, restUntil };
  const settled = { detail: null, failingSince: null, restUntil: null };
  const { paused = status === 'paused' } = change;
  if (paused)
    return {
      ...(change.needsTest ? settled : unsettled),
      status: 'paused',
      reason: reason === notConnected || status === 'paused' ? reason : null,
      sendAt: null,
    };
  if (reason === notConnected)
    return { ...settled, status: 'needs_attention', reason, sendAt: null };
  if (status === 'paused') return { ...settled, restUntil, status: 'ok', reason: null, sendAt: at };
  return { ...unsettled, status, reason, sendAt: status === 'ok' ? at : sendAt };
}

/** The health after a successful test. A paused or resting mailbox keeps its state. */
export function healthAfterTest(mailbox: MailboxHealth, at: Date): MailboxHealth {
  const { status } = mailbox;
  const stays = status === 'paused' || status === 'resting';
  const keepsReason = status === 'resting' || isPauseReason(mailbox.reason);
  return {
    status: stays ? status : 'ok',
    reason: keepsReason ? mailbox.reason : null,
    detail: keepsReason ? mailbox.detail : null,
    failingSince: status === 'resting' ? mailbox.failingSince : null,
    restUntil: mailbox.restUntil,
    sendAt: stays ? mailbox.sendAt : at,
  };
}

/** The day of `at` in a time zone, such as `2026-03-05`. */
const localDay = (zone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(at);

function nextSendAt(row: MailboxRow & { holidays: string[] }, at: Date): Date | null {
  const pace = currentPaceOf(row, row.holidays, at);
  return pace.canSend ? at : pace.until;
}

type PublicStatus = Exclude<MailboxStatus, 'removed'>;

/** The mailbox as the API returns it. */
export const toPublicMailbox = (
  row: MailboxRow & { createdAt: Date; check: StoredCheck | null; holidays: string[] },
  at: Date,
) => ({
  id: row.id,
  address: row.address,
  name: row.name,
  ownerId: row.ownerId,
  shared: row.shared,
  status: row.status as PublicStatus,
  reason: row.reason,
  detail: row.detail,
  advice: adviceForReason(row.reason),
  restUntil: row.restUntil,
  check: toPublicCheck(row.check, at),
  provider: row.provider,
  auth: row.auth,
  smtp: serverOf(row.smtp),
  imap: serverOf(row.imap),
  dailyLimit: row.dailyLimit,
  gap: { fromSeconds: row.gapFromSeconds, toSeconds: row.gapToSeconds },
  rampUp:
    row.rampStart === null || row.rampStep === null
      ? null
      : { start: row.rampStart, step: row.rampStep },
  timeZone: row.zone,
  windows: row.windows,
  sentToday: row.day === localDay(row.zone, at) ? row.sentToday : 0,
  limitToday: dailyLimitOf(row, countedDay(row, at).rampDays),
  nextSendAt: nextSendAt(row, at),
  syncedAt: row.syncedAt,
  createdAt: row.createdAt,
});

type Server = MailboxRow['smtp'];
type Nullable<T> = { [K in keyof T]: T[K] | null };

/** A mailbox of an earlier version has no servers. */
const serverOf = ({ host, port, security, user }: Nullable<Server>): Server | null =>
  host === null || port === null || security === null
    ? null
    : { host, port, security, user: user ?? '' };

/** The meaning of each reason why a mailbox does not send, and what to do. */
const reasonAdvice: Record<string, string> = {
  not_connected: 'It has not passed a test yet. Test the mailbox.',
  signed_out: 'Its provider ended the sign-in. Sign in to the mailbox again.',
  auth: 'Its server refused the user name or password. Enter the password again, then test the mailbox.',
  sender:
    'Its server does not let this user send from this address. Allow the address at your email provider, then test the mailbox.',
  forbidden:
    'Its server is in a network that the operator does not allow. Use another server, or ask the operator.',
  limit: 'Its server reports that its sending limit is reached. Lower the daily limit.',
  blocked:
    'Several emails were refused as spam or by a policy. Check the delivery of the mailbox, and change the text of the campaign.',
  bounces:
    'Too many of its emails came back. Check where the addresses come from and stop writing to old ones, then resume the mailbox.',
  complaints:
    'Recipients reported its emails as spam. Write only to people who have a reason to hear from you, then resume the mailbox.',
  dns: 'DNS does not find its server. Check the name of the server.',
  connect: 'Its server does not accept connections. Check the server and the port.',
  tls: 'The connection to its server cannot be encrypted. Check the port and the certificate of the server.',
  greeting: 'Its server does not greet as a mail server. Check the server and the port.',
  ehlo: 'Its server ended the connection early. If this lasts, ask your email provider.',
  mail: 'Its server failed while it took an email. If this lasts, ask your email provider.',
};

/** Readers see the stages after the sender was named as one. */
const reasonShownAs: Record<string, string> = {
  rcpt: 'mail',
  data: 'mail',
  body: 'mail',
  dot: 'mail',
};

export const healthReasons = [...Object.keys(reasonAdvice), ...Object.keys(reasonShownAs)];

/** Null for a mailbox without a reason. */
export const adviceForReason = (reason: string | null): string | null =>
  reason === null
    ? null
    : (reasonAdvice[reasonShownAs[reason] ?? reason] ?? 'Test the mailbox to see what is wrong.');
