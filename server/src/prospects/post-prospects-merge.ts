import type { ManageResult } from '@outcrop/contract';
import { mergeProspects } from '../core/prospects/merge-prospects.ts';
import { selectProspectRecords } from '../core/search/prospect-records.sql.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import type { Suppression } from '../core/suppression/suppression.ts';

/** Merges two prospects into one. */
export async function postProspectsMerge(
  call: ManageCall<'postProspectsMerge', { suppression: Suppression }>,
): Promise<ManageResult<'postProspectsMerge'>> {
  const { keepId, mergeId } = call.body;
  const ignored = await mergeProspects(call, { keepId, mergeId });
  const [prospect] = await selectProspectRecords(call.tx, [keepId]);
  return { prospect: prospect!, mergedId: mergeId, ignored };
}
