import { sql, type Tx } from '../../platform/db/index.ts';

interface Rest {
  mailboxId: string;
  reason: string;
  detail: string | null;
  at: Date;
  until: Date;
  /** Its server or account fails, which ends with the next email that is accepted. */
  isFailing: boolean;
}

/** A mailbox that a person paused or removed stays so. */
export function restMailbox(tx: Tx, rest: Rest): void {
  const { mailboxId, reason, detail, at, until, isFailing } = rest;
  tx.defer(sql`
    update mailbox
    set status = 'resting', reason = ${reason}, detail = ${detail}, rest_until = ${until}, send_at = ${until},
        failing_since = case when ${isFailing} then coalesce(failing_since, ${at}) else failing_since end
    where workspace_id = ${tx.workspaceId} and id = ${mailboxId} and status in ('ok', 'resting')`);
}

/** Returns its address if it did not need attention before. */
export async function requireAttention(
  tx: Tx,
  { mailboxId, reason, detail, at }: Omit<Rest, 'until' | 'isFailing'>,
): Promise<string | undefined> {
  const [row] = await tx.rows<{ address: string }>(sql`
    update mailbox
    set status = 'needs_attention', reason = ${reason}, detail = ${detail}, rest_until = null, send_at = null,
        failing_since = coalesce(failing_since, ${at})
    where workspace_id = ${tx.workspaceId} and id = ${mailboxId} and status in ('ok', 'resting')
    returning address`);
  return row?.address;
}

export const clearFailing = (tx: Tx, mailboxId: string): void =>
  tx.defer(sql`
    update mailbox set failing_since = null
    where workspace_id = ${tx.workspaceId} and id = ${mailboxId} and failing_since is not null`);
