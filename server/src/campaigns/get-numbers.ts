import { type ManageResult, numbersDays } from '@outcrop/contract';
import type { ManageCall } from '../core/sign-in/call.ts';
import { notFound } from '../platform/error.ts';
import { selectCampaign } from './campaigns.sql.ts';
import { selectNumbers, selectNumbersOfDays } from './numbers.sql.ts';
import { numbersOf } from './numbers-rules.ts';

/** Emails of a campaign, and what came of them. */
export async function getCampaignNumbers({
  tx,
  caller,
  params: { campaignId },
}: ManageCall<'getCampaignNumbers'>): Promise<ManageResult<'getCampaignNumbers'>> {
  const [campaign, rows] = await Promise.all([
    selectCampaign(tx, campaignId),
    selectNumbers(tx, campaignId, caller.userId),
  ]);
  if (!campaign) throw notFound('campaign', campaignId);
  return numbersOf(rows, numbersDays);
}

const dayMs = 86_400_000;

/** Emails of all campaigns on each of the last days. */
export async function getNumbers({
  tx,
}: ManageCall<'getNumbers'>): Promise<ManageResult<'getNumbers'>> {
  const now = Date.now();
  const days = Array.from({ length: numbersDays }, (_, ago) =>
    new Date(now - ago * dayMs).toISOString().slice(0, 10),
  );
  return { days: await selectNumbersOfDays(tx, days) };
}
