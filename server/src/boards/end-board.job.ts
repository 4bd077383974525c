import type { Task } from '@outcrop/contract';
import { z } from 'zod';
import { record } from '../audit/record.ts';
import type { Cause } from '../platform/cause.ts';
import type { Tx } from '../platform/db/index.ts';
import { noSuch } from '../platform/error.ts';
import { job } from '../platform/queue/job.ts';
import { inSlices } from '../tasks/in-slices.ts';
import { startTask } from '../tasks/start-task.ts';
import { lockUsage } from '../usage/quota.ts';
import { emptyBoard, endBoard } from './empty-board.ts';
import { type Kind, lockBoards } from './sql.ts';

/** Nobody is added to the workspace while a slice runs, so it must be short. */
const sliceSize = 500;

export const endBoardTask = job({
  name: 'end-board-task',
  payload: z.object({ taskId: z.guid() }),
  retry: { limit: 20, delaySeconds: 1, backoff: false },
});

/** What is to end, and what takes its people over, if anything does. */
interface Input {
  kind: Kind;
  id: string;
  intoId: string | null;
}

/** Ends a list or tag that is too large for a request. */
export async function endLater(tx: Tx, cause: Cause, input: Input, total: number): Promise<Task> {
  const kind = input.intoId === null ? 'delete_board' : 'merge_board';
  const task = await startTask(tx, cause, endBoardTask, { kind, input, total });
  record(tx, cause, { action: 'task.started', target: task.id, detail: { ...input } });
  return task;
}

/** It is there, with ever fewer people, until the last of them has left; others may still join. */
export const runEndBoardTask = inSlices(endBoardTask, async (tx, task, cause) => {
  const { kind, id, intoId } = task.input as Input;
  const [, found] = await Promise.all([
    lockUsage(tx),
    lockBoards(tx, kind, intoId === null ? [id] : [id, intoId]),
  ]);
  const board = found.find((each) => each.id === id);
  const into = found.find((each) => each.id === intoId) ?? null;
  if (!board) return { done: 0, position: null, isLast: true };
  if (intoId !== null && !into) throw noSuch(kind, intoId);

  const ending = { kind, board, into };
  const { gone, moved } = await emptyBoard(tx, cause, ending, sliceSize);
  const before = { gone: task.done, moved: task.counts['moved'] ?? 0 };
  const isLast = gone < sliceSize;
  if (isLast)
    endBoard(tx, cause, ending, { gone: before.gone + gone, moved: before.moved + moved });
  return {
    done: gone,
    total: Math.max(task.total!, task.done + gone),
    counts: intoId === null ? { removed: gone } : { moved, folded: gone - moved },
    position: null,
    isLast,
  };
});
