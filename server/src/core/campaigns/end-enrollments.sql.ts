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

/** Holds the prospects whose next email only these mailboxes may send. */
export const holdEnrollmentsOf = (tx: Tx, mailboxIds: string[], reason: string): void =>
  tx.defer(sql`
    update enrollment set status = 'held', reason = ${reason}
    where workspace_id = ${tx.workspaceId} and mailbox_id = any(${mailboxIds}::uuid[])
      and status = 'waiting'`);

/** Holds the next emails to locked prospects until a user decides. OFFSET 0 as above. */
export function holdEnrollmentsOfProspects(tx: Tx, prospectIds: string[], reason: string): void {
  if (prospectIds.length === 0) return;
  tx.defer(sql`
    with waiting as materialized (
      select found.campaign_id, found.prospect_id
      from unnest(${[...new Set(prospectIds)]}::uuid[]) as given (id)
      cross join lateral (
        select campaign_id, prospect_id from enrollment
        where workspace_id = ${tx.workspaceId} and prospect_id = given.id and status = 'waiting'
        offset 0) found
    )
    insert into enrollment (workspace_id, campaign_id, prospect_id, status, reason)
    select ${tx.workspaceId}, campaign_id, prospect_id, 'held', ${reason} from waiting
    on conflict (workspace_id, campaign_id, prospect_id) do update
    set status = excluded.status, reason = excluded.reason`);
}
