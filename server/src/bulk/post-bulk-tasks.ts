import type {
  BulkAction,
  ManageData,
  manageEndpoints,
  ProspectFilter,
  Stage,
} from '@outcrop/contract';
import { filterDetail, record } from '../audit/record.ts';
import type { FindProspects } from '../people/find-prospects.ts';
import { missingAmong } from '../people/missing.ts';
import { lockProspects } from '../people/sql.ts';
import { causeOf } from '../platform/cause.ts';
import type { Call } from '../platform/http/call.ts';
import { startTask } from '../tasks/start-task.ts';
import { bulkTask } from './bulk.job.ts';
import { boardWanted } from './organize.ts';
import { insertTargets } from './targets.ts';

/** What a bulk task keeps of the request. */
export interface BulkInput {
  action: BulkAction;
  boardId: string | null;
  stage: Stage | null;
  /** Null when the targets were given by id. */
  filter: ProspectFilter | null;
}

/** Starts a bulk action that may take longer than a request, on a filter or on given people. */
export const postBulkTasks =
  (findProspects: FindProspects) =>
  async (
    call: Call<typeof manageEndpoints.postBulkTasks>,
  ): Promise<ManageData<'postBulkTasks'>> => {
    const { body, tx } = call;
    const { action, stage = null, filter = null, prospectIds: ids } = body;
    // A filter that names something unknown is told now, and not by a task that has failed.
    const [board, locked] = await Promise.all([
      boardWanted(tx, body),
      ids ? lockProspects(tx, ids) : [],
      filter && findProspects(tx, filter, null),
    ]);
    if (ids) missingAmong(ids, locked, false);

    const cause = causeOf(call);
    const input: BulkInput = { action, boardId: board?.id ?? null, stage, filter };
    const task = await startTask(tx, cause, bulkTask, {
      kind: 'bulk',
      input,
      ...(ids && { total: ids.length }),
    });
    if (ids) insertTargets(tx, task.id, 0, ids);
    record(tx, cause, {
      action: 'task.started',
      target: task.id,
      detail: { ...input, filter: filter && filterDetail(filter) },
    });
    return { task };
  };
