import type { EndpointResult } from '@outcrop/contract';
import type { Call } from '../core/sign-in/call.ts';
import { selectNewestCampaigns } from './campaigns.sql.ts';

const maxCampaigns = 50;

/** Lists the newest campaigns that are not archived. */
export async function getCampaigns({
  tx,
}: Pick<Call<'getCampaigns'>, 'tx'>): Promise<EndpointResult<'getCampaigns'>> {
  const newest = await selectNewestCampaigns(tx, maxCampaigns + 1);
  return { campaigns: newest.slice(0, maxCampaigns), hasMore: newest.length > maxCampaigns };
}
