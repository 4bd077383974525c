import {
  isVisibleMailbox,
  type MailboxRow,
  mailboxColumns,
  type SendWindow,
} from '../core/mailboxes/mailbox-rows.sql.ts';
import type { PagePosition } from '../platform/cursor.ts';
import { empty, lockInWorkspace, raw, type Sql, sql, type Tx } from '../platform/db/index.ts';
import type { MailServer } from '../platform/mail/mail-server.ts';
import type { CheckOutcome, StoredCheck } from './check-state-rules.ts';

export type StoredMailbox = MailboxRow & {
  createdAt: Date;
  check: StoredCheck | null;
  /** Of the workspace. */
  holidays: string[];
};

const columns = sql`
  ${mailboxColumns}, created_at as "createdAt", authentication as check,
  coalesce((
    select settings.holidays::text[] from mail_settings settings
    where settings.workspace_id = mailbox.workspace_id), '{}') as holidays`;

export const selectMailboxPage = (
  tx: Tx,
  userId: string,
  after: PagePosition | null,
  take: number,
) =>
  tx.rows<StoredMailbox>(sql`
    select ${columns} from mailbox
    where workspace_id = ${tx.workspaceId} and ${isVisibleMailbox(userId)}
      ${after === null ? empty : sql`and (created_at, id) < (${after.at}, ${after.id}::uuid)`}
    order by created_at desc, id desc
    limit ${take}`);

/** A mailbox that the user can see. */
export async function selectVisibleMailbox(
  tx: Tx,
  userId: string,
  id: string,
): Promise<StoredMailbox | undefined> {
  const [mailbox] = await tx.rows<StoredMailbox>(sql`
    select ${columns} from mailbox
    where workspace_id = ${tx.workspaceId} and id = ${id} and ${isVisibleMailbox(userId)}`);
  return mailbox;
}

/**
 * Waits for an email that is being handed over, and blocks the next one. A change of who sees the
 * mailbox also waits for transactions that add conversations or messages, which copy the audience.
 */
export const lockMailbox = (tx: Tx, id: string, changesAudience = false): Promise<number> =>
  tx.run(sql`
    select 1 from mailbox where workspace_id = ${tx.workspaceId} and id = ${id}
    for ${changesAudience ? raw('update') : raw('no key update')}`);

export interface NewMailbox
  extends Pick<
    MailboxRow,
    | 'id'
    | 'ownerId'
    | 'shared'
    | 'address'
    | 'name'
    | 'secret'
    | 'smtp'
    | 'imap'
    | 'dailyLimit'
    | 'gapFromSeconds'
    | 'gapToSeconds'
    | 'rampStart'
    | 'rampStep'
    | 'zone'
  > {
  windows: SendWindow[];
}

/** Counts the mailboxes, and returns the addresses that already have one. Blocks other inserts. */
export async function lockAddresses(
  tx: Tx,
  addresses: string[],
): Promise<{ count: number; taken: Set<string> }> {
  const [, [row]] = await Promise.all([
    lockInWorkspace(tx, 'mailbox'),
    tx.rows<{ count: number; taken: string[] }>(sql`
      select count(*)::int as count,
             coalesce(array_agg(lower(address)) filter (where lower(address) = any(${addresses}::text[])), '{}') as taken
      from mailbox where workspace_id = ${tx.workspaceId} and status <> 'removed'`),
  ]);
  return { count: row!.count, taken: new Set(row!.taken) };
}

export function insertMailboxes(tx: Tx, mailboxes: NewMailbox[], at: Date): void {
  if (mailboxes.length === 0) return;
  const rows = mailboxes.map((mailbox) => ({
    id: mailbox.id,
    owner_id: mailbox.ownerId,
    shared: mailbox.shared,
    address: mailbox.address,
    ...settingColumns(mailbox),
  }));
  tx.defer(sql`
    insert into mailbox (workspace_id, id, owner_id, shared, address, created_at, name, secret,
                         smtp_host, smtp_port, smtp_security, smtp_user,
                         imap_host, imap_port, imap_security, imap_user,
                         daily_limit, gap_from_seconds, gap_to_seconds, ramp_start, ramp_step, zone, windows)
    select ${tx.workspaceId}, id, owner_id, shared, address, ${at}, name, secret,
           smtp_host, smtp_port, smtp_security, smtp_user,
           imap_host, imap_port, imap_security, imap_user,
           daily_limit, gap_from_seconds, gap_to_seconds, ramp_start, ramp_step, zone, windows
    from json_populate_recordset(null::mailbox, ${JSON.stringify(rows)})`);
}

/** After an automatic pause, only the next emails decide whether the mailbox pauses again. */
export const restartCount = (tx: Tx, id: string, at: Date): void =>
  tx.defer(sql`
    update mailbox set counted_since = ${at} where workspace_id = ${tx.workspaceId} and id = ${id}`);

/**
 * After a change of the server, ends the watch of the old one, and forgets how far its folders were
 * read. Waits for a transaction that stores its messages.
 */
export function forgetServer(tx: Tx, id: string): void {
  const ofMailbox = sql`workspace_id = ${tx.workspaceId} and mailbox_id = ${id}`;
  tx.defer(sql`select from watch where ${ofMailbox} for update`);
  tx.defer(sql`
    update watch set holder = null, fence = fence + 1, held_until = '-infinity', retry_at = '-infinity'
    where ${ofMailbox}`);
  tx.defer(sql`update folder set uid_validity = 0 where ${ofMailbox}`);
  tx.defer(sql`
    update mailbox set synced_at = null where workspace_id = ${tx.workspaceId} and id = ${id}`);
}

export function updateMailbox(tx: Tx, mailbox: StoredMailbox): void {
  const row = JSON.stringify([settingColumns(mailbox)]);
  tx.defer(sql`
    update mailbox
    set shared = ${mailbox.shared}, status = ${mailbox.status}, reason = ${mailbox.reason},
        detail = ${mailbox.detail}, failing_since = ${mailbox.failingSince},
        rest_until = ${mailbox.restUntil}, send_at = ${mailbox.sendAt},
        name = given.name, secret = given.secret,
        smtp_host = given.smtp_host, smtp_port = given.smtp_port,
        smtp_security = given.smtp_security, smtp_user = given.smtp_user,
        imap_host = given.imap_host, imap_port = given.imap_port,
        imap_security = given.imap_security, imap_user = given.imap_user,
        daily_limit = given.daily_limit, gap_from_seconds = given.gap_from_seconds,
        gap_to_seconds = given.gap_to_seconds, ramp_start = given.ramp_start,
        ramp_step = given.ramp_step, zone = given.zone, windows = given.windows
    from json_populate_recordset(null::mailbox, ${row}) as given
    where mailbox.workspace_id = ${tx.workspaceId} and mailbox.id = ${mailbox.id}`);
}

const settingColumns = (mailbox: Omit<NewMailbox, 'id' | 'ownerId' | 'shared' | 'address'>) => ({
  name: mailbox.name,
  secret: mailbox.secret,
  smtp_host: mailbox.smtp.host,
  smtp_port: mailbox.smtp.port,
  smtp_security: mailbox.smtp.security,
  smtp_user: mailbox.smtp.user,
  imap_host: mailbox.imap.host,
  imap_port: mailbox.imap.port,
  imap_security: mailbox.imap.security,
  imap_user: mailbox.imap.user,
  daily_limit: mailbox.dailyLimit,
  gap_from_seconds: mailbox.gapFromSeconds,
  gap_to_seconds: mailbox.gapToSeconds,
  ramp_start: mailbox.rampStart,
  ramp_step: mailbox.rampStep,
  zone: mailbox.zone,
  windows: mailbox.windows,
});

export interface SignedInMailbox {
  mailboxId: string;
  provider: string;
  secret: string;
  accessToken: string;
  endsAt: Date;
  smtp: MailServer;
  imap: MailServer;
  at: Date;
}

/**
 * Stores the tokens with the provider's own servers, because someone else may have entered servers that
 * would get the tokens. A running refresh loses its lease, so that it cannot store older tokens. A
 * mailbox that was signed out continues; a new one still needs a test.
 */
export const storeSignIn = (
  tx: Tx,
  { mailboxId, provider, secret, accessToken, endsAt, smtp, imap, at }: SignedInMailbox,
): Promise<number> =>
  tx.run(sql`
    update mailbox set auth = 'oauth', provider = ${provider}, secret = ${secret},
      access_token = ${accessToken}, access_token_ends_at = ${endsAt},
      token_lease_id = null, token_leased_until = null,
      smtp_host = ${smtp.host}, smtp_port = ${smtp.port}, smtp_security = ${smtp.security},
      imap_host = ${imap.host}, imap_port = ${imap.port}, imap_security = ${imap.security}
      ${ifSignedOut('status', sql`case when status = 'paused' then status else 'ok' end`)}
      ${ifSignedOut('send_at', sql`case when status = 'paused' then null else ${at}::timestamptz end`)}
      ${ifSignedOut('reason', sql`null`)} ${ifSignedOut('detail', sql`null`)}
      ${ifSignedOut('failing_since', sql`null`)}
    where workspace_id = ${tx.workspaceId} and id = ${mailboxId} and status <> 'removed'`);

/** Sets a column of a mailbox that was signed out, and keeps it otherwise. */
const ifSignedOut = (column: string, value: Sql): Sql =>
  sql`, ${raw(column)} = case when reason = 'signed_out' then ${value} else ${raw(column)} end`;

/** The caller holds the lock of the mailbox. */
export const storeCheckStart = (tx: Tx, mailboxId: string, started: StoredCheck): void =>
  tx.defer(sql`
    update mailbox set authentication = ${JSON.stringify(started)}
    where workspace_id = ${tx.workspaceId} and id = ${mailboxId}`);

export async function isCurrentCheck(tx: Tx, mailboxId: string, checkId: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    select 1 from mailbox
    where workspace_id = ${tx.workspaceId} and id = ${mailboxId} and status <> 'removed'
      and authentication->>'id' = ${checkId} and authentication->'check'->>'state' = 'running'`);
  return rows.length > 0;
}

/** Does nothing if another check was started since. */
export const storeCheckOutcome = (
  tx: Tx,
  { mailboxId, checkId }: { mailboxId: string; checkId: string },
  outcome: CheckOutcome,
  at: Date,
): void =>
  tx.defer(sql`
    update mailbox
    set authentication = jsonb_set(authentication, '{check}',
      (authentication->'check') || ${JSON.stringify({ ...outcome, checkedAt: at.toISOString() })}::jsonb)
    where workspace_id = ${tx.workspaceId} and id = ${mailboxId} and authentication->>'id' = ${checkId}`);
