import { sql, type Tx } from '../../platform/db/index.ts';

/** How an enrollment ends before its last email. */
export type StopStatus = 'replied' | 'unsubscribed' | 'suppressed' | 'bounced' | 'stopped';

/**
 * Ends the unfinished enrollments of locked prospects, in all campaigns or one. An email that is being
 * sent sees this before its last line, because sending locks the prospect too. OFFSET 0 keeps the
 * look-ups by prospect one by one: a thousand ids in one condition read the whole table.
 */
export function endEnrollments(
  tx: Tx,
  prospectIds: string[],
  status: StopStatus,
  campaignId: string | null = null,
  reason: string | null = null,
): void {
  if (prospectIds.length === 0) return;
  tx.defer(sql`
    with open as materialized (
      select found.campaign_id, found.prospect_id
      from unnest(${prospectIds}::uuid[]) as given (id)
      cross join lateral (
        select campaign_id, prospect_id from enrollment
        where workspace_id = ${tx.workspaceId} and prospect_id = given.id
          and status in ('waiting', 'sending', 'away', 'held')
          ${campaignId === null ? sql`` : sql`and campaign_id = ${campaignId}`} offset 0) found
    )
    insert into enrollment (workspace_id, campaign_id, prospect_id, status, reason)
    select ${tx.workspaceId}, campaign_id, prospect_id, ${status}, ${reason} from open
    on conflict (workspace_id, campaign_id, prospect_id) do update
    set status = excluded.status, reason = excluded.reason`);
}

/** Holds the prospects whose next email only this mailbox may send. */
export const holdEnrollmentsOf = (tx: Tx, mailboxId: string, reason: string): void =>
  tx.defer(sql`
    update enrollment set status = 'held', reason = ${reason}
    where workspace_id = ${tx.workspaceId} and mailbox_id = ${mailboxId} and status = 'waiting'`);
