import type { ManageResult } from '@outcrop/contract';
import { recordAudit } from '../core/audit/record-audit.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { sql } from '../platform/db/index.ts';

export async function patchWorkspace(
  call: ManageCall<'patchWorkspace'>,
): Promise<ManageResult<'patchWorkspace'>> {
  const { body, tx } = call;
  await tx.run(sql`update workspace set name = ${body.name} where id = ${tx.workspaceId}`);
  recordAudit(call, {
    action: 'workspace.renamed',
    target: tx.workspaceId,
    detail: { name: body.name },
  });
  return { workspace: { id: tx.workspaceId, name: body.name } };
}
