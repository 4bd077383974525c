import type { CampaignStep, ManageData, manageEndpoints } from '@outcrop/contract';
import { notFound } from '../platform/error.ts';
import type { Call } from '../platform/http/call.ts';
import { type CampaignRow, selectCampaign, selectSteps } from './campaigns.sql.ts';

export const toCampaign = (campaign: CampaignRow) => ({
  ...campaign,
  createdAt: campaign.createdAt.toISOString(),
});

export const withSteps = (campaign: CampaignRow, steps: CampaignStep[]) => ({
  ...toCampaign(campaign),
  stepCount: steps.length,
  steps,
});

export async function getCampaign({
  params: { campaignId },
  tx,
}: Call<typeof manageEndpoints.getCampaign>): Promise<ManageData<'getCampaign'>> {
  const [campaign, steps] = await Promise.all([
    selectCampaign(tx, campaignId),
    selectSteps(tx, campaignId),
  ]);
  if (!campaign) throw notFound('campaign', campaignId);
  return { campaign: withSteps(campaign, steps) };
}
