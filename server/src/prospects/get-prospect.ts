import type { ManageData, manageEndpoints } from '@outcrop/contract';
import { selectRecords } from '../people/records.ts';
import { noSuch } from '../platform/error.ts';
import type { Call } from '../platform/http/call.ts';

/** Everything that is known about one person. */
export async function getProspect({
  params,
  tx,
}: Call<typeof manageEndpoints.getProspect>): Promise<ManageData<'getProspect'>> {
  const [prospect] = await selectRecords(tx, [params.prospectId]);
  if (!prospect) throw noSuch('prospect', params.prospectId);
  return { prospect };
}
