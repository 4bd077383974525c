import { type Sql, sql, type Tx } from '../platform/db/index.ts';

export interface EmailResults {
  sent: number;
  replied: number;
  autoReplied: number;
  unsubscribed: number;
  bounced: number;
}

interface EmailNumbers extends EmailResults {
  kind: 'email';
  stepId: string;
  variantId: string | null;
}
interface MailboxNumbers extends EmailResults {
  kind: 'mailbox';
  mailboxId: string;
  address: string | null;
}
interface DayNumbers extends EmailResults {
  kind: 'day';
  day: string;
}
export type CampaignNumbers = EmailNumbers | MailboxNumbers | DayNumbers;

const sums: Sql = sql`
  sum(sent)::int as sent, sum(replied)::int as replied, sum(auto_replied)::int as "autoReplied",
  sum(unsubscribed)::int as unsubscribed, sum(bounced)::int as bounced`;

/**
 * Counts by step and variant, by mailbox and by day, in one pass. Rows with zeros remain after
 * prospects are deleted. Mailboxes that the user cannot see have no address.
 */
export const selectCampaignNumbers = (tx: Tx, campaignId: string, userId: string) =>
  tx.rows<CampaignNumbers>(sql`
    select counted.*, m.address
    from (
      select case when grouping(mailbox_id) = 0 then 'mailbox' when grouping(day) = 0 then 'day' else 'email' end as kind,
             step_id as "stepId", nullif(variant_id, step_id) as "variantId", mailbox_id as "mailboxId",
             day::text, ${sums}
      from campaign_count
      where workspace_id = ${tx.workspaceId} and campaign_id = ${campaignId}
      group by grouping sets ((step_id, variant_id), (mailbox_id), (day))
    ) as counted
    left join mailbox m on m.workspace_id = ${tx.workspaceId} and m.id = counted."mailboxId"
      and (m.shared or m.owner_id = ${userId})
    where (sent, replied, "autoReplied", unsubscribed, bounced) <> (0, 0, 0, 0, 0)
    order by day, address, "stepId", "variantId"`);

/** Counts of all campaigns on each day, including days without emails. */
export const selectDailyNumbers = (tx: Tx, days: string[]) =>
  tx.rows<Omit<DayNumbers, 'kind'>>(sql`
    select requested.day::text, coalesce(sent, 0) as sent, coalesce(replied, 0) as replied,
           coalesce("autoReplied", 0) as "autoReplied", coalesce(unsubscribed, 0) as unsubscribed,
           coalesce(bounced, 0) as bounced
    from unnest(${days}::date[]) as requested (day)
    left join (
      select day, ${sums} from campaign_count
      where workspace_id = ${tx.workspaceId} and day = any(${days}::date[])
      group by day) counted on counted.day = requested.day
    order by requested.day`);
