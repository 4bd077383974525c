import type { CampaignStatus, EnrollmentStatus } from '@outcrop/contract';
import { type MailboxRow, mailboxColumns } from '../core/mailboxes/mailbox-rows.sql.ts';
import { sql, type Tx } from '../platform/db/index.ts';
import type { EnrollmentKey } from './claim-next.sql.ts';

export interface EnrollmentState {
  status: EnrollmentStatus;
  reason: string | null;
  dueAt: Date;
  lastSentAt: Date | null;
  mailboxId: string | null;
  campaignStatus: CampaignStatus;
  newPerDay: number | null;
}

export async function selectEnrollmentState(
  tx: Tx,
  { campaignId, prospectId }: EnrollmentKey,
): Promise<EnrollmentState | undefined> {
  const [enrollment] = await tx.rows<EnrollmentState>(sql`
    select e.status, e.reason, e.due_at as "dueAt", e.last_sent_at as "lastSentAt",
           e.mailbox_id as "mailboxId", c.status as "campaignStatus", c.new_per_day as "newPerDay"
    from enrollment e
    join campaign c on c.workspace_id = e.workspace_id and c.id = e.campaign_id
    where e.workspace_id = ${tx.workspaceId} and e.campaign_id = ${campaignId}
      and e.prospect_id = ${prospectId}`);
  return enrollment;
}

/**
 * The mailbox that writes to the prospect. Before the first email, these are all mailboxes of the
 * campaign.
 */
export const selectSenders = (
  tx: Tx,
  campaignId: string,
  mailboxId: string | null,
): Promise<MailboxRow[]> =>
  tx.rows<MailboxRow>(sql`
    select ${mailboxColumns} from mailbox
    where workspace_id = ${tx.workspaceId} and id = any(${
      mailboxId === null
        ? sql`array(select mailbox_id from campaign_mailbox
                    where workspace_id = ${tx.workspaceId} and campaign_id = ${campaignId})`
        : sql`array[${mailboxId}::uuid]`
    })
    order by address, id`);

/** First emails that a campaign has sent on a day. */
export async function countFirstEmailsToday(
  tx: Tx,
  campaignId: string,
  day: string,
): Promise<number> {
  const [row] = await tx.rows<{ sent: number }>(sql`
    select sent from campaign_day
    where workspace_id = ${tx.workspaceId} and campaign_id = ${campaignId} and day = ${day}::date`);
  return row?.sent ?? 0;
}
