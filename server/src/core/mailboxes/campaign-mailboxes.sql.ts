import { sql, type Tx } from '../../platform/db/index.ts';
import { isVisible, type MailboxStatus } from './mailboxes.sql.ts';

export interface CampaignMailbox {
  id: string;
  address: string;
  name: string;
  status: Exclude<MailboxStatus, 'removed'>;
  isVisible: boolean;
}

/** The mailboxes that send a campaign, and whether the user can see each. */
export const selectCampaignMailboxes = (tx: Tx, userId: string, campaignId: string) =>
  tx.rows<CampaignMailbox>(sql`
    select mailbox.id, mailbox.address, mailbox.name, mailbox.status,
           coalesce(${isVisible(userId)}, false) as "isVisible"
    from campaign_mailbox
    join mailbox on mailbox.workspace_id = ${tx.workspaceId} and mailbox.id = campaign_mailbox.mailbox_id
    where campaign_mailbox.workspace_id = ${tx.workspaceId}
      and campaign_mailbox.campaign_id = ${campaignId}
    order by mailbox.address, mailbox.id`);

export function addToCampaign(tx: Tx, campaignId: string, mailboxIds: string[]): void {
  if (mailboxIds.length === 0) return;
  tx.defer(sql`
    insert into campaign_mailbox (workspace_id, mailbox_id, campaign_id)
    select ${tx.workspaceId}, unnest(${mailboxIds}::uuid[]), ${campaignId}
    on conflict do nothing`);
}

export function removeFromCampaign(tx: Tx, campaignId: string, mailboxIds: string[]): void {
  if (mailboxIds.length === 0) return;
  tx.defer(sql`
    delete from campaign_mailbox
    where workspace_id = ${tx.workspaceId} and campaign_id = ${campaignId}
      and mailbox_id = any(${mailboxIds}::uuid[])`);
}

export const removeFromAllCampaigns = (tx: Tx, mailboxId: string): void =>
  tx.defer(sql`
    delete from campaign_mailbox
    where workspace_id = ${tx.workspaceId} and mailbox_id = ${mailboxId}`);
