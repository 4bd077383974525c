import type { CampaignStep, ManageData, manageEndpoints } from '@outcrop/contract';
import { noSuch } from '../platform/error.ts';
import type { Call } from '../platform/http/call.ts';
import { readCursor, writeCursor } from '../platform/http/cursor.ts';
import { type CampaignRow, selectCampaign, selectPage, selectSteps } from './sql.ts';

type Lines = typeof manageEndpoints;

const shown = (campaign: CampaignRow) => ({
  ...campaign,
  createdAt: campaign.createdAt.toISOString(),
});

/** A campaign as it is told, with what it does. */
export const withSteps = (campaign: CampaignRow, steps: CampaignStep[]) => ({
  ...shown(campaign),
  stepCount: steps.length,
  steps,
});

/** Campaigns, the newest first; archived ones only when they are asked for. */
export async function getEveryCampaign({
  query,
  tx,
}: Call<Lines['getCampaigns']>): Promise<ManageData<'getCampaigns'>> {
  const { status = null, limit = 50 } = query;
  const after = query.cursor === undefined ? null : readCursor(query.cursor, { status });
  const rows = await selectPage(tx, status, after, limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1)! : null;
  return {
    campaigns: page.map(shown),
    nextCursor: last && writeCursor({ at: last.createdAt, id: last.id }, { status }),
  };
}

export async function getCampaign({
  params: { campaignId },
  tx,
}: Call<Lines['getCampaign']>): Promise<ManageData<'getCampaign'>> {
  const [campaign, steps] = await Promise.all([
    selectCampaign(tx, campaignId),
    selectSteps(tx, campaignId),
  ]);
  if (!campaign) throw noSuch('campaign', campaignId);
  return { campaign: withSteps(campaign, steps) };
}
