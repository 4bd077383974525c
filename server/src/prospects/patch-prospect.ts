import type { ManageResult } from '@outcrop/contract';
import { recordAudit } from '../core/audit/record-audit.ts';
import { applyBulkOperation } from '../core/prospects/bulk-operation.ts';
import { editProspect } from '../core/prospects/edit-prospect.ts';
import { lockProspects } from '../core/prospects/prospects.sql.ts';
import { selectProspectRecords } from '../core/search/prospect-records.sql.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import type { Suppression } from '../core/suppression/suppression.ts';

/** Edits a prospect. */
export async function patchProspect(
  call: ManageCall<'patchProspect', { suppression: Suppression }>,
): Promise<ManageResult<'patchProspect'>> {
  const { prospectId } = call.params;
  const { ifUpdatedAt, ownerId, ...edit } = call.body;
  const warnings = await editProspect(call, prospectId, edit, ifUpdatedAt);
  if (ownerId !== undefined) await assignOwner(call, prospectId, ownerId);
  const [prospect] = await selectProspectRecords(call.tx, [prospectId]);
  return { prospect: prospect!, ...(warnings.length > 0 && { warnings }) };
}

async function assignOwner(
  call: ManageCall<'patchProspect', { suppression: Suppression }>,
  prospectId: string,
  ownerId: string | null,
): Promise<void> {
  const action = ownerId === null ? 'unassign' : 'assign';
  const locked = await lockProspects(call.tx, [prospectId]);
  const affected = await applyBulkOperation(call, { action, listOrTag: null, ownerId }, locked);
  if (affected.length > 0)
    recordAudit(call, {
      action: 'prospect.edited',
      target: prospectId,
      detail: { fields: ['ownerId'] },
    });
}
