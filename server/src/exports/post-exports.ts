import { exportColumns, type ManageResult } from '@outcrop/contract';
import { filterDetail, recordAudit } from '../core/audit/record-audit.ts';
import { missingIds } from '../core/prospects/missing-ids.ts';
import { findProspectIds } from '../core/search/find-targets.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { startTask } from '../core/tasks/start-task.ts';
import { insertTaskTargets } from '../core/tasks/task-targets.sql.ts';
import { type ExportInput, exportTask } from './export.job.ts';
import { selectExistingIds } from './exports.sql.ts';

/** Starts an export of all matching prospects, or of given ones. */
export async function postExports(
  call: ManageCall<'postExports'>,
): Promise<ManageResult<'postExports'>> {
  const { tx } = call;
  const { filter = {}, prospectIds: ids, columns = exportColumns } = call.body;
  // Reports an invalid filter now instead of in a failed task.
  if (ids) missingIds(ids, await selectExistingIds(tx, ids), false);
  else await findProspectIds(tx, filter, null);
  const input: ExportInput = { filter: ids ? null : filter, columns };
  const task = await startTask(call, exportTask, {
    ...{ kind: 'export', input },
    ...(ids && { total: ids.length }),
  });
  if (ids) insertTaskTargets(tx, task.id, 0, ids);
  const selection = ids ? { prospects: ids.length } : { filter: filterDetail(filter) };
  recordAudit(call, {
    action: 'task.started',
    target: task.id,
    detail: { kind: 'export', columns, ...selection },
  });
  return { task };
}
