import { sql, type Tx } from '../platform/db/index.ts';
import type { CheckOutcome, StoredCheck } from './check-state-rules.ts';

/** The caller holds the lock of the mailbox. */
export const storeStart = (tx: Tx, mailboxId: string, started: StoredCheck): void =>
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
export const storeOutcome = (
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
