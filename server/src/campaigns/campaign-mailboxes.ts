import type { ManageResult } from '@outcrop/contract';
import { recordAudit } from '../core/audit/record-audit.ts';
import {
  addMailboxesToCampaign,
  removeMailboxesFromCampaign,
  selectCampaignMailboxes,
  selectVisibleMailboxIds,
} from '../core/mailboxes/mailbox-rows.sql.ts';
import { wakeMailboxesNow } from '../core/mailboxes/wake-mailboxes.sql.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import type { Tx } from '../platform/db/index.ts';
import { notFound } from '../platform/error.ts';
import { lockCampaign, selectCampaign } from './campaigns.sql.ts';

export async function getCampaignMailboxes({
  params: { campaignId },
  caller,
  tx,
}: ManageCall<'getCampaignMailboxes'>): Promise<ManageResult<'getCampaignMailboxes'>> {
  const [campaign, data] = await Promise.all([
    selectCampaign(tx, campaignId),
    mailboxesOf(tx, caller.userId, campaignId),
  ]);
  if (!campaign) throw notFound('campaign', campaignId);
  return data;
}

/** Replaces the mailboxes of a campaign, except those that the user cannot see. */
export async function putCampaignMailboxes(
  call: ManageCall<'putCampaignMailboxes'>,
): Promise<ManageResult<'putCampaignMailboxes'>> {
  const { tx, caller } = call;
  const { campaignId } = call.params;
  const { mailboxIds } = call.body;
  const [, campaign, visible, before] = await Promise.all([
    lockCampaign(tx, campaignId),
    selectCampaign(tx, campaignId),
    selectVisibleMailboxIds(tx, caller.userId, mailboxIds),
    mailboxesOf(tx, caller.userId, campaignId),
  ]);
  if (!campaign) throw notFound('campaign', campaignId);
  const missing = mailboxIds.filter((id) => !visible.has(id));
  if (missing.length > 0) throw notFound('mailbox', ...missing);
  const present = new Set(before.mailboxes.map(({ id }) => id));
  const added = mailboxIds.filter((id) => !present.has(id));
  const removed = [...present].filter((id) => !mailboxIds.includes(id));
  if (added.length + removed.length > 0) {
    addMailboxesToCampaign(tx, campaignId, added);
    removeMailboxesFromCampaign(tx, campaignId, removed);
    wakeMailboxesNow(tx, added, new Date());
    const detail = { added, removed };
    recordAudit(call, { action: 'campaign.mailboxes_changed', target: campaignId, detail });
  }
  return mailboxesOf(tx, caller.userId, campaignId);
}

async function mailboxesOf(tx: Tx, userId: string, campaignId: string) {
  const all = await selectCampaignMailboxes(tx, userId, campaignId);
  const visible = all.filter(({ isVisible }) => isVisible);
  return {
    mailboxes: visible.map(({ id, address, name, status }) => ({ id, address, name, status })),
    hidden: all.length - visible.length,
  };
}
