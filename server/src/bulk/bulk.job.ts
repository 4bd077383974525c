import { z } from 'zod';
import { find } from '../names/find-or-make.ts';
import type { FindProspects } from '../people/find-prospects.ts';
import { lockProspects } from '../people/sql.ts';
import type { Cause } from '../platform/cause.ts';
import type { Tx } from '../platform/db/index.ts';
import { job } from '../platform/queue/job.ts';
import type { Suppression } from '../suppression/suppression.ts';
import { inSlices, type Slice } from '../tasks/in-slices.ts';
import type { TaskRow } from '../tasks/sql.ts';
import { lockUsage } from '../usage/quota.ts';
import { boardOf, organize } from './organize.ts';
import type { BulkInput } from './post-bulk-tasks.ts';
import { insertTargets, markChanged, selectTargets, type Target } from './targets.ts';

/** Small enough that a request for the same people hardly waits, large enough to be quick. */
export const sliceSize = 200;

export const bulkTask = job({
  name: 'bulk-task',
  payload: z.object({ taskId: z.guid() }),
  retry: { limit: 20, delaySeconds: 1, backoff: false },
});

/** First everyone who matches is found, and then changed: the change may well end the match. */
type Position = { finding: string | null; found: number } | { changed: number } | null;

export const runBulkTask = (suppression: Suppression, findProspects: FindProspects) =>
  inSlices(bulkTask, async (tx, task, cause) => {
    const input = task.input as BulkInput;
    const position = task.position as Position;
    if (input.filter && (position === null || 'finding' in position))
      return findMore(tx, task, findProspects, position);
    const changed = position && 'changed' in position ? position.changed : 0;
    return changeMore(tx, suppression, cause, task, changed);
  });

async function findMore(
  tx: Tx,
  task: TaskRow,
  findProspects: FindProspects,
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

async function changeMore(
  tx: Tx,
  suppression: Suppression,
  cause: Cause,
  task: TaskRow,
  after: number,
): Promise<Slice> {
  const { action, boardId, stage } = task.input as BulkInput;
  const targets = await selectTargets(tx, task.id, after, sliceSize);
  const ids = targets.map(({ prospectId }) => prospectId);
  const [, locked, board] = await Promise.all([
    action === 'delete' ? lockUsage(tx) : null,
    lockProspects(tx, ids),
    boardId === null ? null : find(tx, boardOf[action]!.kind, { id: boardId }),
  ]);
  const order = { action, board, stage: stage ?? undefined };
  const affected = await organize(tx, suppression, cause, order, locked);
  markChanged(tx, task.id, targets, affected);
  const failures = missing(targets, locked);
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

/** Those who were there when the task began, and no longer are. */
export function missing(targets: Target[], locked: { id: string }[]) {
  const there = new Set(locked.map(({ id }) => id));
  return targets
    .filter(({ prospectId }) => !there.has(prospectId))
    .map(({ number, prospectId }) => ({
      number,
      reason: 'The prospect no longer exists.',
      row: { prospectId },
    }));
}
