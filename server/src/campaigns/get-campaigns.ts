import type { ResponseData } from '@outcrop/contract';
import type { Call } from '../platform/http/call.ts';
import { selectNewest } from './sql.ts';

const most = 50;

/** The newest campaigns that people can be enrolled in. One more than is told says if there are more. */
export async function getCampaigns({ tx }: Call): Promise<ResponseData<'getCampaigns'>> {
  const found = await selectNewest(tx, most + 1);
  return { campaigns: found.slice(0, most), hasMore: found.length > most };
}
