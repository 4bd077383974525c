import type { ManageResult } from '@outcrop/contract';
import { filterDetail, recordAudit } from '../core/audit/record-audit.ts';
import { resolveListOrTag } from '../core/prospects/bulk-operation.ts';
import { missingIds } from '../core/prospects/missing-ids.ts';
import { lockProspects } from '../core/prospects/prospects.sql.ts';
import { findProspectIds } from '../core/search/find-targets.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { startTask } from '../core/tasks/start-task.ts';
import { insertTaskTargets } from '../core/tasks/task-targets.sql.ts';
import { requireMember } from '../core/workspaces/require-member.ts';
import { type BulkInput, bulkTask } from './bulk.job.ts';

/** Starts a bulk action as a background task. */
export async function postBulkTasks(
  call: ManageCall<'postBulkTasks'>,
): Promise<ManageResult<'postBulkTasks'>> {
  const { body, tx } = call;
  const { action, stage = null, ownerId = null, filter = null, prospectIds: ids } = body;
  // Reports an invalid filter now instead of in a failed task.
  const [listOrTag, locked] = await Promise.all([
    resolveListOrTag(tx, body),
    ids ? lockProspects(tx, ids) : [],
    filter && findProspectIds(tx, filter, null),
    ownerId && requireMember(tx, ownerId),
  ]);
  if (ids) missingIds(ids, locked, false);

  const input: BulkInput = {
    action,
    boardId: listOrTag?.id ?? null,
    boardName: listOrTag?.name ?? null,
    stage,
    ownerId,
    filter,
  };
  const task = await startTask(call, bulkTask, {
    kind: 'bulk',
    input,
    ...(ids && { total: ids.length }),
  });
  if (ids) insertTaskTargets(tx, task.id, 0, ids);
  recordAudit(call, {
    action: 'task.started',
    target: task.id,
    detail: { ...input, filter: filter && filterDetail(filter), ...(ids && { total: ids.length }) },
  });
  return { task };
}
