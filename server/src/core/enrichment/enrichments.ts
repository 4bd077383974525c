import { sql, type Tx } from '../../platform/db/index.ts';
import { settleCredits } from '../usage/credits.ts';

/**
 * Cancels open enrichments of prospects that are deleted or merged, and releases their credits. The
 * caller must hold the prospect rows.
 */
export async function cancelEnrichments(tx: Tx, prospectIds: string[]): Promise<void> {
  const open = await tx.rows<{ enrichmentId: string; month: string }>(sql`
    select id as "enrichmentId", credit_month::text as month from enrichment
    where workspace_id = ${tx.workspaceId} and prospect_id = any(${prospectIds}::uuid[])
      and status in ('queued', 'running')
    order by id
    for update`);
  if (open.length === 0) return;
  tx.defer(sql`
    update enrichment
    set status = 'cancelled', reason = 'The prospect was deleted.',
        reason_code = 'prospect_deleted', finished_at = now()
    where workspace_id = ${tx.workspaceId} and id = any(${open.map(({ enrichmentId }) => enrichmentId)}::uuid[])`);
  settleCredits(
    tx,
    open.map((work) => ({ ...work, isSpent: false })),
  );
}

/** Clears the results; the enrichment records stay. */
export function clearEnrichmentResults(tx: Tx, prospectIds: string[]): void {
  tx.defer(sql`
    update enrichment set result = null, before = null
    where workspace_id = ${tx.workspaceId} and prospect_id = any(${prospectIds}::uuid[])
      and (result is not null or before is not null)`);
}

/** Gives the enrichments of one prospect to another. Open ones must be cancelled first. */
export function handOverEnrichments(tx: Tx, { from, to }: { from: string; to: string }): void {
  tx.defer(sql`
    update enrichment set prospect_id = ${to}
    where workspace_id = ${tx.workspaceId} and prospect_id = ${from}`);
}
