import { sql, type Tx } from '../../platform/db/index.ts';

/** How an enrollment ends before its last email. */
export type StopStatus = 'replied' | 'unsubscribed' | 'suppressed' | 'bounced' | 'stopped';

/**
 * Ends the enrollments of locked prospects that still have emails to come, in all campaigns or one.
 * An email on its way sees it before its last line, because sending locks the prospect too.
 */
export function endEnrollments(
  tx: Tx,
  prospectIds: string[],
  status: StopStatus,
  campaignId: string | null = null,
): void {
  if (prospectIds.length === 0) return;
  tx.defer(sql`
    update enrollment set status = ${status}, reason = null
    where workspace_id = ${tx.workspaceId} and prospect_id = any(${prospectIds}::uuid[])
      and status in ('waiting', 'sending', 'away', 'held')
      ${campaignId === null ? sql`` : sql`and campaign_id = ${campaignId}`}`);
}
