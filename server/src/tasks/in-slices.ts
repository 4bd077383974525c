import type { Cause } from '../platform/cause.ts';
import type { Tx } from '../platform/db/index.ts';
import { ApiError } from '../platform/error.ts';
import type { Job } from '../platform/queue/job.ts';
import type { JobContext } from '../platform/queue/line.ts';
import { send } from '../platform/queue/send.ts';
import { type Failure, failTask, insertFailures, lockTask, moveTask, type TaskRow } from './sql.ts';

/** What one slice came to. */
export interface Slice {
  /** How much of the total it has put behind the task, failures included. */
  done: number;
  failures?: Failure[];
  /** What to add to the counts. */
  counts?: Record<string, number>;
  /** Where the next slice goes on. */
  position: unknown;
  /** How much there is to do, once that is known. */
  total?: number;
  isLast: boolean;
}

type Work = (tx: Tx, task: TaskRow, cause: Cause) => Promise<Slice>;

/**
 * Runs a task: a job does one slice, and in the same transaction moves the task on, ends itself and
 * sends the job for the next. A slice is therefore done once, whatever dies; and since each waits
 * its turn in the queue, a long task does not hold up other workspaces.
 */
export const inSlices =
  (job: Job<{ taskId: string }>, work: Work) =>
  ({ taskId }: { taskId: string }, context: JobContext): Promise<void> =>
    orFail(job, taskId, context, () => context.finish((tx) => oneSlice(tx, taskId, job, work)));

/** Works on a task. When that is hopeless, or has failed too often, the task has failed. */
export async function orFail(
  job: Job<{ taskId: string }>,
  taskId: string,
  context: JobContext,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const hopeless = error instanceof ApiError && error.code !== 'unavailable';
    if (!hopeless && context.attempt <= job.retry.limit) throw error;
    // What was asked for cannot be done: that is for the caller to know, and nobody's failure.
    if (hopeless) context.log.info({ taskId }, 'the task cannot be done');
    else context.log.error({ err: error, taskId }, 'the task has failed');
    const told = hopeless
      ? error.message
      : 'Something went wrong on our side, again and again. What was done stays done.';
    await context.finish((tx) => failTask(tx, taskId, told));
  }
}

async function oneSlice(
  tx: Tx,
  taskId: string,
  job: Job<{ taskId: string }>,
  work: Work,
): Promise<void> {
  const task = await lockTask(tx, taskId);
  if (!task || (task.status !== 'queued' && task.status !== 'running')) return;
  if (task.cancelAsked) return moveTask(tx, { ...task, status: 'cancelled' });

  const { actor, correlationId } = task;
  const slice = await work(tx, task, { actor, correlationId });
  const failures = slice.failures ?? [];
  insertFailures(tx, taskId, failures);
  moveTask(tx, {
    ...task,
    status: slice.isLast ? 'done' : 'running',
    total: slice.total ?? task.total,
    done: task.done + slice.done,
    failed: task.failed + failures.length,
    counts: added(task.counts, slice.counts ?? {}),
    position: slice.position,
  });
  if (!slice.isLast) send(tx, job, [{ taskId }], { correlationId });
}

const added = (counts: Record<string, number>, more: Record<string, number>) => ({
  ...counts,
  ...Object.fromEntries(Object.entries(more).map(([name, by]) => [name, (counts[name] ?? 0) + by])),
});
