import { type ManageResult, numbersDays } from '@outcrop/contract';
import type { ManageCall } from '../core/sign-in/call.ts';
import { notFound } from '../platform/error.ts';
import { selectCampaign } from './campaigns.sql.ts';
import { selectAddresses, selectEnds, selectSent } from './numbers.sql.ts';
import { byDay, byEmail, byMailbox } from './numbers-rules.ts';

/** Emails and replies of a campaign. */
export async function getCampaignNumbers({
  tx,
  params: { campaignId },
}: ManageCall<'getCampaignNumbers'>): Promise<ManageResult<'getCampaignNumbers'>> {
  const [campaign, sent, ends] = await Promise.all([
    selectCampaign(tx, campaignId),
    selectSent(tx, campaignId),
    selectEnds(tx, campaignId),
  ]);
  if (!campaign) throw notFound('campaign', campaignId);
  const mailboxes = byMailbox(sent, ends);
  const addresses = await selectAddresses(
    tx,
    mailboxes.map(({ mailboxId }) => mailboxId),
  );
  const addressOf = new Map(addresses.map(({ id, address }) => [id, address]));
  return {
    emails: byEmail(sent, ends),
    mailboxes: mailboxes.map((each) => ({ ...each, address: addressOf.get(each.mailboxId) ?? '' })),
    days: byDay(sent, numbersDays),
  };
}
