import type { BulkAction, ProspectFilter, Stage } from '@outcrop/contract';
import { z } from 'zod';
import { findExisting } from '../core/lists-and-tags/find-or-create.ts';
import { listOrTagActions, organize } from '../core/prospects/organize.ts';
import { lockProspects } from '../core/prospects/prospects.sql.ts';
import { findProspects } from '../core/search/search.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import { inSlices, type Slice } from '../core/tasks/in-slices.ts';
import type { TaskRow } from '../core/tasks/tasks.sql.ts';
import { lockUsage } from '../core/usage/quota.ts';
import type { Tx } from '../platform/db/index.ts';
import { job } from '../platform/queue/job.ts';
import type { Scope } from '../platform/scope.ts';
import { insertTargets, markChanged, selectTargets, type Target } from './targets.sql.ts';

/** Small, because requests for the same prospects wait for a slice; large enough to be fast. */
export const sliceSize = 200;

export const bulkTask = job({
  name: 'bulk-task',
  payload: z.object({ taskId: z.guid() }),
  retry: { limit: 20, delaySeconds: 1, backoff: false },
});

/** Stored input of a bulk task. */
export interface BulkInput {
  action: BulkAction;
  boardId: string | null;
  stage: Stage | null;
  /** Null when the targets were given by id. */
  filter: ProspectFilter | null;
}

/** All matches are found before any is changed, because a change may end the match. */
type Position = { finding: string | null; found: number } | { changed: number } | null;

export const runBulkTask = (deps: { suppression: Suppression }) =>
  inSlices(bulkTask, deps, async (scope, task) => {
    const input = task.input as BulkInput;
    const position = task.position as Position;
    if (input.filter && (position === null || 'finding' in position))
      return findSlice(scope.tx, task, position);
    const changed = position && 'changed' in position ? position.changed : 0;
    return changeSlice(scope, task, changed);
  });

async function findSlice(
  tx: Tx,
  task: TaskRow,
  position: { finding: string | null; found: number } | null,
): Promise<Slice> {
  const { filter } = task.input as BulkInput;
  const before = position?.found ?? 0;
  const { ids, nextCursor } = await findProspects(tx, filter!, position?.finding ?? null);
  insertTargets(tx, task.id, before, ids);
  const found = before + ids.length;
  if (nextCursor !== null)
    return { done: 0, position: { finding: nextCursor, found }, isLast: false };
  return { done: 0, total: found, position: { changed: 0 }, isLast: found === 0 };
}

async function changeSlice(
  scope: Scope<{ suppression: Suppression }>,
  task: TaskRow,
  after: number,
): Promise<Slice> {
  const { tx } = scope;
  const { action, boardId, stage } = task.input as BulkInput;
  const targets = await selectTargets(tx, task.id, after, sliceSize);
  const ids = targets.map(({ prospectId }) => prospectId);
  const [, locked, listOrTag] = await Promise.all([
    action === 'delete' ? lockUsage(tx) : null,
    lockProspects(tx, ids),
    boardId === null ? null : findExisting(tx, listOrTagActions[action]!.kind, { id: boardId }),
  ]);
  const operation = { action, listOrTag, stage: stage ?? undefined };
  const affected = await organize(scope, operation, locked);
  markChanged(tx, task.id, targets, affected);
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
export function missingFailures(targets: Target[], locked: { id: string }[]) {
  const foundIds = new Set(locked.map(({ id }) => id));
  return targets
    .filter(({ prospectId }) => !foundIds.has(prospectId))
    .map(({ number, prospectId }) => ({
      number,
      reason: 'The prospect no longer exists.',
      row: { prospectId },
    }));
}
