import type { CampaignStatus } from '@outcrop/contract';
import { type MailboxRow, mailboxColumns } from '../core/mailboxes/mailbox-rows.sql.ts';
import { sql, type Tx } from '../platform/db/index.ts';

export interface SharingCampaign {
  id: string;
  status: CampaignStatus;
  newPerDay: number | null;
  /** The time of the last first email of each mailbox. */
  lastFirstEmailByMailbox: Record<string, string | null>;
  /** Counts of first emails on the last local days. */
  firstEmailsByDay: Record<string, number>;
}

/** The campaign and the running campaigns that share a mailbox with it. */
export const selectSharingCampaigns = (
  tx: Tx,
  campaignId: string,
  since: string,
): Promise<SharingCampaign[]> =>
  tx.rows<SharingCampaign>(sql`
    select c.id, c.status, c.new_per_day as "newPerDay",
           (select coalesce(json_object_agg(mailbox_id, nullif(served_at, '-infinity')), '{}')
            from campaign_mailbox where workspace_id = ${tx.workspaceId} and campaign_id = c.id) as "lastFirstEmailByMailbox",
           (select coalesce(json_object_agg(day, sent), '{}') from campaign_day
            where workspace_id = ${tx.workspaceId} and campaign_id = c.id and day >= ${since}::date) as "firstEmailsByDay"
    from campaign c
    where c.workspace_id = ${tx.workspaceId}
      and (c.id = ${campaignId} or c.status = 'running' and c.id = any(array(
        select other.campaign_id from campaign_mailbox own
        join campaign_mailbox other on other.workspace_id = ${tx.workspaceId} and other.mailbox_id = own.mailbox_id
        where own.workspace_id = ${tx.workspaceId} and own.campaign_id = ${campaignId})))`);

export interface WaitingRow {
  campaignId: string;
  mailboxId: string | null;
  stepId: string | null;
  dueAt: Date;
  people: number;
}

/** Counts of waiting prospects. Due times are rounded to quarters of an hour. */
export const selectWaitingPeople = (
  tx: Tx,
  campaignIds: string[],
  at: Date,
): Promise<WaitingRow[]> =>
  tx.rows<WaitingRow>(sql`
    select campaign_id as "campaignId", mailbox_id as "mailboxId", step_id as "stepId",
           case when due_at <= ${at} then ${at}
                else date_bin('15 minutes', due_at, 'epoch') + interval '15 minutes' end as "dueAt",
           count(*)::int as people
    from enrollment
    where workspace_id = ${tx.workspaceId} and campaign_id = any(${campaignIds}::uuid[])
      and status in ('waiting', 'sending', 'away')
    group by 1, 2, 3, 4`);

export const selectForecastMailboxes = (tx: Tx, ids: string[]): Promise<MailboxRow[]> =>
  tx.rows<MailboxRow>(sql`
    select ${mailboxColumns} from mailbox
    where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[])
    order by address, id`);
