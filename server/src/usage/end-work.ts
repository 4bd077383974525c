import { sql, type Tx } from '../platform/db/index.ts';
import { settleCredits } from './credits.ts';

/**
 * Ends enrichment of people who are deleted or merged into others, whoever calls holding their rows:
 * what is reserved for them comes back.
 */
export async function endWorkOn(tx: Tx, prospectIds: string[]): Promise<void> {
  const open = await tx.rows<{ enrichmentId: string; month: string }>(sql`
    select id as "enrichmentId", credit_month::text as month from enrichment
    where workspace_id = ${tx.workspaceId} and prospect_id = any(${prospectIds}::uuid[])
      and status in ('queued', 'running')
    order by id
    for update`);
  if (open.length === 0) return;
  tx.atCommit(sql`
    update enrichment
    set status = 'cancelled', reason = 'The prospect was deleted.',
        reason_code = 'prospect_deleted', finished_at = now()
    where workspace_id = ${tx.workspaceId} and id = any(${open.map(({ enrichmentId }) => enrichmentId)}::uuid[])`);
  settleCredits(
    tx,
    open.map((work) => ({ ...work, isSpent: false })),
  );
}

/** What was found out about people goes with them; that there was work stays. */
export function forgetFindings(tx: Tx, prospectIds: string[]): void {
  tx.atCommit(sql`
    update enrichment set result = null, before = null
    where workspace_id = ${tx.workspaceId} and prospect_id = any(${prospectIds}::uuid[])
      and (result is not null or before is not null)`);
}
