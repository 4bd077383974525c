import type { FolderRole } from '../core/receiving/message.ts';
import { type Sql, sql, type Tx } from '../platform/db/index.ts';
import type { WatchLease } from './watch.sql.ts';

/** How far a folder was read. */
export interface FolderState {
  path: string;
  uidValidity: string;
  lastUid: number;
}

/**
 * Whether the worker still holds the lease. Until the transaction ends, no other worker can acquire the
 * lease. Renewing it does not wait for the transaction.
 */
export async function isLeaseHeld(tx: Tx, { mailboxId, fence }: WatchLease): Promise<boolean> {
  const held = await tx.rows(sql`
    select from watch
    where workspace_id = ${tx.workspaceId} and mailbox_id = ${mailboxId} and fence = ${fence}
      and holder is not null
    for key share`);
  return held.length > 0;
}

export async function selectFolder(
  tx: Tx,
  mailboxId: string,
  role: FolderRole,
): Promise<FolderState | undefined> {
  const [folder] = await tx.rows<FolderState>(sql`
    select path, uid_validity as "uidValidity", last_uid::float8 as "lastUid" from folder
    where workspace_id = ${tx.workspaceId} and mailbox_id = ${mailboxId} and role = ${role}`);
  return folder;
}

/** Where reading begins, in a folder that is new or was numbered anew. */
export const startFolder = (
  tx: Tx,
  mailboxId: string,
  role: FolderRole,
  { path, uidValidity, lastUid }: FolderState,
): Promise<number> =>
  tx.run(sql`
    insert into folder (workspace_id, mailbox_id, role, path, uid_validity, last_uid)
    values (${tx.workspaceId}, ${mailboxId}, ${role}, ${path}, ${uidValidity}, ${lastUid})
    on conflict (workspace_id, mailbox_id, role) do update
    set path = excluded.path, uid_validity = excluded.uid_validity, last_uid = excluded.last_uid`);

/** The position never goes back, even if an older part of the folder is read again. */
export const advanceFolder = (tx: Tx, mailboxId: string, role: FolderRole, uid: number): void =>
  tx.defer(sql`
    update folder set last_uid = greatest(last_uid, ${uid}::bigint)
    where workspace_id = ${tx.workspaceId} and mailbox_id = ${mailboxId} and role = ${role}`);

/** Whether a hash counts as known in a folder: someone may move a message from Junk to the inbox. */
const isKnownInFolder = (role: FolderRole): Sql =>
  role === 'inbox' ? sql`not received.ignored` : sql`true`;

/** Which of the messages were stored or ignored before. */
export async function selectKnownHashes(
  tx: Tx,
  mailboxId: string,
  role: FolderRole,
  hashes: Buffer[],
): Promise<Set<string>> {
  const rows = await tx.rows<{ hash: string }>(sql`
    select encode(hash, 'hex') as hash from received
    where workspace_id = ${tx.workspaceId} and mailbox_id = ${mailboxId} and hash = any(${hashes}::bytea[])
      and ${isKnownInFolder(role)}`);
  return new Set(rows.map(({ hash }) => hash));
}

/**
 * Returns the new hashes. If two transactions insert the same message, one waits and does not get its
 * hash.
 */
export async function insertReceivedHashes(
  tx: Tx,
  mailboxId: string,
  role: FolderRole,
  hashes: Buffer[],
  at: Date,
): Promise<Set<string>> {
  const inserted = await tx.rows<{ hash: string }>(sql`
    insert into received (workspace_id, mailbox_id, hash, received_at)
    select distinct ${tx.workspaceId}::uuid, ${mailboxId}::uuid, hash, ${at}::timestamptz
    from unnest(${hashes}::bytea[]) as hash order by hash
    on conflict (workspace_id, mailbox_id, hash) do update
    set ignored = false, received_at = excluded.received_at where not ${isKnownInFolder(role)}
    returning encode(hash, 'hex') as hash`);
  return new Set(inserted.map(({ hash }) => hash));
}

/** Marks messages in Junk that were not stored. */
export function markHashesIgnored(tx: Tx, mailboxId: string, hashes: Buffer[]): void {
  if (hashes.length === 0) return;
  tx.defer(sql`
    update received set ignored = true
    where workspace_id = ${tx.workspaceId} and mailbox_id = ${mailboxId} and hash = any(${hashes}::bytea[])`);
}

/** Deletes the old hashes of one mailbox: about a day's worth at a time. */
export const deleteReceivedHashes = (tx: Tx, mailboxId: string, before: Date): Promise<number> =>
  tx.run(sql`
    delete from received
    where workspace_id = ${tx.workspaceId} and mailbox_id = ${mailboxId} and received_at < ${before}`);
