import type { EndpointResult } from '@outcrop/contract';
import { selectProspectRecords } from '../core/search/prospect-records.sql.ts';
import type { Call } from '../core/sign-in/call.ts';
import { notFound } from '../platform/error.ts';

export async function getProspect({
  params,
  tx,
}: Pick<Call<'getProspect'>, 'params' | 'tx'>): Promise<EndpointResult<'getProspect'>> {
  const [prospect] = await selectProspectRecords(tx, [params.prospectId]);
  if (!prospect) throw notFound('prospect', params.prospectId);
  return { prospect };
}
