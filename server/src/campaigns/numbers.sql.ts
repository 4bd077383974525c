import { type Sql, sql, type Tx } from '../platform/db/index.ts';

export interface Results {
  sent: number;
  replied: number;
  autoReplied: number;
  unsubscribed: number;
  bounced: number;
}

interface EmailRow extends Results {
  by: 'email';
  stepId: string;
  variantId: string | null;
}
interface MailboxRow extends Results {
  by: 'mailbox';
  mailboxId: string;
  address: string | null;
}
interface DayRow extends Results {
  by: 'day';
  day: string;
}
export type NumbersRow = EmailRow | MailboxRow | DayRow;

const sums: Sql = sql`
  sum(sent)::int as sent, sum(replied)::int as replied, sum(auto_replied)::int as "autoReplied",
  sum(unsubscribed)::int as unsubscribed, sum(bounced)::int as bounced`;

/**
 * Counts by step and version, by mailbox and by day, in one pass. Emails of deleted prospects leave
 * zeros. Mailboxes that the user cannot see have no address.
 */
export const selectNumbers = (tx: Tx, campaignId: string, userId: string) =>
  tx.rows<NumbersRow>(sql`
    select counted.*, m.address
    from (
      select case when grouping(mailbox_id) = 0 then 'mailbox' when grouping(day) = 0 then 'day' else 'email' end as by,
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

/** Counts of all campaigns on each of the days, which may be without emails. */
export const selectNumbersOfDays = (tx: Tx, days: string[]) =>
  tx.rows<Omit<DayRow, 'by'>>(sql`
    select given.day::text, coalesce(sent, 0) as sent, coalesce(replied, 0) as replied,
           coalesce("autoReplied", 0) as "autoReplied", coalesce(unsubscribed, 0) as unsubscribed,
           coalesce(bounced, 0) as bounced
    from unnest(${days}::date[]) as given (day)
    left join (
      select day, ${sums} from campaign_count
      where workspace_id = ${tx.workspaceId} and day = any(${days}::date[])
      group by day) counted on counted.day = given.day
    order by given.day`);
