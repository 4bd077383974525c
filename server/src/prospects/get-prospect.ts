import type { ManageData, manageEndpoints } from '@outcrop/contract';
import { selectRecords } from '../core/search/records.sql.ts';
import { notFound } from '../platform/error.ts';
import type { Call } from '../platform/http/call.ts';

export async function getProspect({
  params,
  tx,
}: Call<typeof manageEndpoints.getProspect>): Promise<ManageData<'getProspect'>> {
  const [prospect] = await selectRecords(tx, [params.prospectId]);
  if (!prospect) throw notFound('prospect', params.prospectId);
  return { prospect };
}
