import type { CampaignStep, ManageResult } from '@outcrop/contract';
import type { ManageCall } from '../core/sign-in/call.ts';
import { notFound } from '../platform/error.ts';
import { type FullCampaign, selectCampaign } from './campaigns.sql.ts';
import { selectSteps } from './edited-steps.sql.ts';

export const withSteps = (campaign: FullCampaign, steps: CampaignStep[]) => ({
  ...campaign,
  stepCount: steps.length,
  steps,
});

export async function getCampaign({
  params: { campaignId },
  tx,
}: ManageCall<'getCampaign'>): Promise<ManageResult<'getCampaign'>> {
  const [campaign, steps] = await Promise.all([
    selectCampaign(tx, campaignId),
    selectSteps(tx, campaignId),
  ]);
  if (!campaign) throw notFound('campaign', campaignId);
  return { campaign: withSteps(campaign, steps) };
}
