import {
  type ExportColumn,
  exportColumns,
  type ManageData,
  type manageEndpoints,
  type ProspectFilter,
} from '@outcrop/contract';
import { filterDetail, record } from '../audit/record.ts';
import type { FindProspects } from '../people/find-prospects.ts';
import { causeOf } from '../platform/cause.ts';
import type { Call } from '../platform/http/call.ts';
import { startTask } from '../tasks/start-task.ts';
import { exportTask } from './export.job.ts';

/** What an export keeps of the request. */
export interface ExportInput {
  filter: ProspectFilter;
  columns: readonly ExportColumn[];
}

/** Starts an export of everyone who matches. */
export const postExports =
  (findProspects: FindProspects) =>
  async (call: Call<typeof manageEndpoints.postExports>): Promise<ManageData<'postExports'>> => {
    const { body, tx } = call;
    const { filter = {}, columns = exportColumns } = body;
    // A filter that names something unknown is told now, and not by a task that has failed.
    await findProspects(tx, filter, null);
    const cause = causeOf(call);
    const input: ExportInput = { filter, columns };
    const task = await startTask(tx, cause, exportTask, { kind: 'export', input });
    record(tx, cause, {
      action: 'task.started',
      target: task.id,
      detail: { kind: 'export', columns, filter: filterDetail(filter) },
    });
    return { task };
  };
