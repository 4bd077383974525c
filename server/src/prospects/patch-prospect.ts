import type { ManageResult } from '@outcrop/contract';
import { editProspect } from '../core/prospects/edit.ts';
import { selectRecords } from '../core/search/records.sql.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import type { Suppression } from '../core/suppression/suppression.ts';

/** Edits a prospect. */
export async function patchProspect(
  call: ManageCall<'patchProspect', { suppression: Suppression }>,
): Promise<ManageResult<'patchProspect'>> {
  const { prospectId } = call.params;
  const { ifUpdatedAt, ...edit } = call.body;
  const warnings = await editProspect(call, prospectId, edit, ifUpdatedAt);
  const [prospect] = await selectRecords(call.tx, [prospectId]);
  return { prospect: prospect!, ...(warnings.length > 0 && { warnings }) };
}
