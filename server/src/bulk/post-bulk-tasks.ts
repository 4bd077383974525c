import type {
  BulkAction,
  ManageData,
  manageEndpoints,
  ProspectFilter,
  Stage,
} from '@outcrop/contract';
import { filterDetail, record } from '../core/audit/record.ts';
import { missingIds } from '../core/prospects/missing-ids.ts';
import { resolveListOrTag } from '../core/prospects/organize.ts';
import { lockProspects } from '../core/prospects/prospects.sql.ts';
import { startTask } from '../core/tasks/start-task.ts';
import type { FindProspects } from '../people/find-prospects.ts';
import { actorOf } from '../platform/actor.ts';
import type { Call } from '../platform/http/call.ts';
import { bulkTask } from './bulk.job.ts';
import { insertTargets } from './targets.sql.ts';

/** Stored input of a bulk task. */
export interface BulkInput {
  action: BulkAction;
  boardId: string | null;
  stage: Stage | null;
  /** Null when the targets were given by id. */
  filter: ProspectFilter | null;
}

/** Starts a bulk action as a background task, for a filter or for given ids. */
export const postBulkTasks =
  (findProspects: FindProspects) =>
  async (
    call: Call<typeof manageEndpoints.postBulkTasks>,
  ): Promise<ManageData<'postBulkTasks'>> => {
    const { body, tx } = call;
    const { action, stage = null, filter = null, prospectIds: ids } = body;
    // Reports an invalid filter now instead of in a failed task.
    const [listOrTag, locked] = await Promise.all([
      resolveListOrTag(tx, body),
      ids ? lockProspects(tx, ids) : [],
      filter && findProspects(tx, filter, null),
    ]);
    if (ids) missingIds(ids, locked, false);

    const actor = actorOf(call);
    const input: BulkInput = { action, boardId: listOrTag?.id ?? null, stage, filter };
    const task = await startTask(tx, actor, bulkTask, {
      kind: 'bulk',
      input,
      ...(ids && { total: ids.length }),
    });
    if (ids) insertTargets(tx, task.id, 0, ids);
    record(tx, actor, {
      action: 'task.started',
      target: task.id,
      detail: { ...input, filter: filter && filterDetail(filter) },
    });
    return { task };
  };
