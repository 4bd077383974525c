import { sql, type Tx } from '../../platform/db/index.ts';

/** Gives enrollments of one prospect to another, which must not be in these campaigns. */
export function handOverEnrollments(
  tx: Tx,
  campaignIds: string[],
  { from, to }: { from: string; to: string },
): void {
  if (campaignIds.length === 0) return;
  tx.defer(sql`
    update enrollment set prospect_id = ${to}
    where workspace_id = ${tx.workspaceId} and prospect_id = ${from}
      and campaign_id = any(${campaignIds}::uuid[])`);
}
