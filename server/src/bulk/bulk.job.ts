import type { BulkTaskAction, ProspectFilter, Stage } from '@outcrop/contract';
import { z } from 'zod';
import { findListOrTag } from '../core/lists-and-tags/find-or-create-list-or-tag.ts';
import { applyBulkOperation, listOrTagActions } from '../core/prospects/bulk-operation.ts';
import { lockProspects } from '../core/prospects/prospects.sql.ts';
import { findTargets, processedTargetCount } from '../core/search/find-targets.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import { runTaskInSlices, type TaskSlice } from '../core/tasks/run-task-in-slices.ts';
import { selectTaskTargets, type TaskTarget } from '../core/tasks/task-targets.sql.ts';
import type { TaskRow } from '../core/tasks/tasks.sql.ts';
import { lockUsage } from '../core/usage/quota.ts';
import type { OperationContext } from '../platform/caller.ts';
import { defineJob } from '../platform/queue/job.ts';
import { markTargetsChanged } from './changed-targets.sql.ts';

/** Small, because requests for the same prospects wait for a slice; large enough to be fast. */
export const bulkSliceSize = 200;

export const bulkTask = defineJob({
  name: 'bulk-task',
  payload: z.object({ taskId: z.guid() }),
  retry: { limit: 20, delaySeconds: 1, backoff: false },
});

/** Stored input of a bulk task. */
export interface BulkInput {
  action: BulkTaskAction;
  boardId: string | null;
  /** The name when the task started. Missing in tasks of earlier versions. */
  boardName?: string | null;
  stage: Stage | null;
  /** Missing in tasks of earlier versions. */
  ownerId?: string | null;
  /** Null when the targets were given by id. */
  filter: ProspectFilter | null;
}

export const runBulkTask = (deps: { suppression: Suppression }) =>
  runTaskInSlices(
    bulkTask,
    deps,
    async (scope, task) =>
      (await findTargets(scope.tx, task, (task.input as BulkInput).filter)) ??
      changeSlice(scope, task, processedTargetCount(task)),
  );

async function changeSlice(
  scope: OperationContext<{ suppression: Suppression }>,
  task: TaskRow,
  after: number,
): Promise<TaskSlice> {
  const { tx } = scope;
  const { action, boardId, stage, ownerId } = task.input as BulkInput;
  const targets = await selectTaskTargets(tx, task.id, after, bulkSliceSize);
  const ids = targets.map(({ prospectId }) => prospectId);
  const [, locked, listOrTag] = await Promise.all([
    action === 'delete' ? lockUsage(tx) : null,
    lockProspects(tx, ids),
    boardId === null ? null : findListOrTag(tx, listOrTagActions[action]!.kind, { id: boardId }),
  ]);
  const operation = { action, listOrTag, stage: stage ?? undefined, ownerId };
  const affected = await applyBulkOperation(scope, operation, locked);
  markTargetsChanged(tx, task.id, targets, affected);
  const failures = missingFailures(targets, locked);
  const changed = targets.at(-1)?.number ?? after;
  return {
    done: targets.length,
    failures,
    counts: {
      affected: affected.length,
      unchanged: locked.length - affected.length,
      missing: failures.length,
    },
    position: { changed },
    isLast: changed >= task.total!,
  };
}

/** Failures for prospects that were deleted after the task started. */
export function missingFailures(targets: TaskTarget[], locked: { id: string }[]) {
  const foundIds = new Set(locked.map(({ id }) => id));
  return targets
    .filter(({ prospectId }) => !foundIds.has(prospectId))
    .map(({ number, prospectId }) => ({
      number,
      reason: 'The prospect no longer exists.',
      row: { prospectId },
    }));
}
