import type { EndpointResult } from '@outcrop/contract';
import type { Call } from '../core/sign-in/call.ts';
import { selectNewest } from './campaigns.sql.ts';

const limit = 50;

/** Lists the newest campaigns that are not archived. */
export async function getCampaigns({
  tx,
}: Pick<Call<'getCampaigns'>, 'tx'>): Promise<EndpointResult<'getCampaigns'>> {
  const found = await selectNewest(tx, limit + 1);
  return { campaigns: found.slice(0, limit), hasMore: found.length > limit };
}
