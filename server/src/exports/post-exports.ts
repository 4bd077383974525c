import { exportColumns, type ManageResult } from '@outcrop/contract';
import { filterDetail, record } from '../core/audit/record.ts';
import { findProspects } from '../core/search/search.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { startTask } from '../core/tasks/start-task.ts';
import { type ExportInput, exportTask } from './export.job.ts';

/** Starts an export of all matching prospects. */
export async function postExports(
  call: ManageCall<'postExports'>,
): Promise<ManageResult<'postExports'>> {
  const { filter = {}, columns = exportColumns } = call.body;
  // Reports an invalid filter now instead of in a failed task.
  await findProspects(call.tx, filter, null);
  const input: ExportInput = { filter, columns };
  const task = await startTask(call, exportTask, { kind: 'export', input });
  record(call, {
    action: 'task.started',
    target: task.id,
    detail: { kind: 'export', columns, filter: filterDetail(filter) },
  });
  return { task };
}
