import { sql, type Tx } from '../platform/db/index.ts';

export interface SentRow {
  /** By which columns it is grouped. */
  by: 'email' | 'mailbox' | 'day';
  stepId: string | null;
  variantId: string | null;
  mailboxId: string | null;
  day: string | null;
  sent: number;
}

/** Accepted emails by step and version, by mailbox and by day, in one pass. */
export const selectSent = (tx: Tx, campaignId: string) =>
  tx.rows<SentRow>(sql`
    select case when grouping(mailbox_id) = 0 then 'mailbox' when grouping(day) = 0 then 'day' else 'email' end as by,
           step_id as "stepId", variant_id as "variantId", mailbox_id as "mailboxId", day::text,
           count(*)::int as sent
    from (
      select step_id, variant_id, mailbox_id,
             (coalesce(settled_at, claimed_at) at time zone 'UTC')::date as day
      from outbound_message
      where workspace_id = ${tx.workspaceId} and campaign_id = ${campaignId} and status = 'accepted'
    ) as accepted
    group by grouping sets ((step_id, variant_id), (mailbox_id), (day))`);

export interface EndRow {
  status: 'replied' | 'unsubscribed' | 'bounced';
  stepId: string;
  variantId: string | null;
  mailboxId: string;
  people: number;
}

/**
 * How the campaign ended for prospects, by the last email that they got. OFFSET 0 keeps the lookups of
 * emails one by one: few prospects end this way.
 */
export const selectEnds = (tx: Tx, campaignId: string) =>
  tx.rows<EndRow>(sql`
    select e.status, o.step_id as "stepId", o.variant_id as "variantId", o.mailbox_id as "mailboxId",
           count(*)::int as people
    from (
      select prospect_id, status from enrollment
      where workspace_id = ${tx.workspaceId} and campaign_id = ${campaignId}
        and status in ('replied', 'unsubscribed', 'bounced')) as e
    cross join lateral (
      select step_id, variant_id, mailbox_id from outbound_message
      where workspace_id = ${tx.workspaceId} and campaign_id = ${campaignId}
        and prospect_id = e.prospect_id and status in ('accepted', 'refused', 'unknown')
      order by claimed_at desc, id desc
      limit 1 offset 0) as o
    group by 1, 2, 3, 4`);

export const selectAddresses = (tx: Tx, ids: string[]) =>
  tx.rows<{ id: string; address: string }>(sql`
    select id, address from mailbox
    where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[])`);
