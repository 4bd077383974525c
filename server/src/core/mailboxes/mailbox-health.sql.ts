import { type Sql, sql, type Tx } from '../../platform/db/index.ts';

interface MailboxRest {
  mailboxId: string;
  reason: string;
  detail: string | null;
  at: Date;
  until: Date;
  /** Whether its server or account fails. The failure ends with the next email that the server answers. */
  isFailing: boolean;
}

/** Moves the start of a failure forward by the idle time after a rest, like `failingMinutes`. */
export const failingSinceAt = (at: Date): Sql => sql`
  failing_since + case when status = 'resting' then greatest(${at}::timestamptz - rest_until, '0') else '0' end`;

/** A mailbox that a person paused or removed stays so. */
export function restMailbox(tx: Tx, rest: MailboxRest): void {
  const { mailboxId, reason, detail, at, until, isFailing } = rest;
  tx.defer(sql`
    update mailbox
    set status = 'resting', reason = ${reason}, detail = ${detail}, rest_until = ${until}, send_at = ${until},
        failing_since = case when ${isFailing} then coalesce(${failingSinceAt(at)}, ${at}) end
    where workspace_id = ${tx.workspaceId} and id = ${mailboxId} and status in ('ok', 'resting')`);
}

/** Returns its address if it did not need attention before. */
export async function requireMailboxAttention(
  tx: Tx,
  { mailboxId, reason, detail, at }: Omit<MailboxRest, 'until' | 'isFailing'>,
): Promise<string | undefined> {
  const [row] = await tx.rows<{ address: string }>(sql`
    update mailbox
    set status = 'needs_attention', reason = ${reason}, detail = ${detail}, rest_until = null, send_at = null,
        failing_since = coalesce(${failingSinceAt(at)}, ${at})
    where workspace_id = ${tx.workspaceId} and id = ${mailboxId} and status in ('ok', 'resting')
    returning address`);
  return row?.address;
}

/** Pauses a mailbox until a person resumes it. Returns its address if it was sending. */
export async function pauseMailbox(
  tx: Tx,
  { mailboxId, reason, detail }: Pick<MailboxRest, 'mailboxId' | 'reason' | 'detail'>,
): Promise<string | undefined> {
  const [row] = await tx.rows<{ address: string }>(sql`
    update mailbox set status = 'paused', reason = ${reason}, detail = ${detail}, send_at = null
    where workspace_id = ${tx.workspaceId} and id = ${mailboxId} and status in ('ok', 'resting')
    returning address`);
  return row?.address;
}

export const clearMailboxFailure = (tx: Tx, mailboxId: string): void =>
  tx.defer(sql`
    update mailbox set failing_since = null
    where workspace_id = ${tx.workspaceId} and id = ${mailboxId} and failing_since is not null`);
