import {
  type ExportColumn,
  exportColumns,
  type ManageData,
  type manageEndpoints,
  type ProspectFilter,
} from '@outcrop/contract';
import { filterDetail, record } from '../core/audit/record.ts';
import { startTask } from '../core/tasks/start-task.ts';
import type { FindProspects } from '../people/find-prospects.ts';
import { actorOf } from '../platform/actor.ts';
import type { Call } from '../platform/http/call.ts';
import { exportTask } from './export.job.ts';

/** Stored input of an export task. */
export interface ExportInput {
  filter: ProspectFilter;
  columns: readonly ExportColumn[];
}

/** Starts an export of all matching prospects. */
export const postExports =
  (findProspects: FindProspects) =>
  async (call: Call<typeof manageEndpoints.postExports>): Promise<ManageData<'postExports'>> => {
    const { body, tx } = call;
    const { filter = {}, columns = exportColumns } = body;
    // Reports an invalid filter now instead of in a failed task.
    await findProspects(tx, filter, null);
    const actor = actorOf(call);
    const input: ExportInput = { filter, columns };
    const task = await startTask(tx, actor, exportTask, { kind: 'export', input });
    record(tx, actor, {
      action: 'task.started',
      target: task.id,
      detail: { kind: 'export', columns, filter: filterDetail(filter) },
    });
    return { task };
  };
