import type { ResponseData } from '@outcrop/contract';
import type { Call } from '../platform/http/call.ts';
import { selectNewest } from './sql.ts';

/** The newest campaigns that people can be enrolled in. */
export const getCampaigns = async ({ tx }: Call): Promise<ResponseData<'getCampaigns'>> => ({
  campaigns: await selectNewest(tx, 50),
});
