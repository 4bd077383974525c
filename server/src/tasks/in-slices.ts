import type { Cause } from '../platform/cause.ts';
import { isLockTimeout, type Tx } from '../platform/db/index.ts';
import { ApiError } from '../platform/error.ts';
import type { Job } from '../platform/queue/job.ts';
import type { JobContext } from '../platform/queue/line.ts';
import { send } from '../platform/queue/send.ts';
import {
  type Failure,
  failTask,
  insertFailures,
  moveTask,
  readTask,
  startWork,
  type TaskRow,
} from './sql.ts';

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

type Work<Prepared> = (tx: Tx, task: TaskRow, cause: Cause, prepared: Prepared) => Promise<Slice>;

/** Runs before the slice's transaction is opened, so that it holds no lock. */
type Prepare<Prepared> = (read: JobContext['read'], task: TaskRow) => Promise<Prepared>;

/** A lock that another transaction holds for long, such as a dry run, is waited for in the queue. */
const lockedAgainSeconds = 1;

/**
 * Runs a task: a job does one slice, and in the same transaction moves the task on, ends itself and
 * sends the job for the next. A slice is therefore done once, whatever dies; and since each waits
 * its turn in the queue, a long task does not hold up other workspaces.
 */
export const inSlices = (job: Job<{ taskId: string }>, work: Work<void>) =>
  inPreparedSlices(job, async () => {}, work);

/** The same, with what each slice needs read and computed beforehand. */
export const inPreparedSlices =
  <Prepared>(job: Job<{ taskId: string }>, prepare: Prepare<Prepared>, work: Work<Prepared>) =>
  ({ taskId }: { taskId: string }, context: JobContext): Promise<void> =>
    orFail(job, taskId, context, async () => {
      const task = await nextSliceOf(taskId, context);
      if (!task) return;
      const prepared = await prepare(context.read, task);
      await context.finish((tx) =>
        oneSlice(tx, task, job, (cause) => work(tx, task, cause, prepared)),
      );
    });

/**
 * Works on a task. When that is hopeless, or has failed too often, the task has failed. Waiting for
 * a lock is no failure: the job goes back to the end of its queue.
 */
export async function orFail(
  job: Job<{ taskId: string }>,
  taskId: string,
  context: JobContext,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { correlationId } = context;
    if (isLockTimeout(error))
      return context.finish(async (tx) =>
        send(tx, job, [{ taskId }], { correlationId, startAfterSeconds: lockedAgainSeconds }),
      );
    if (error instanceof TaskEnded) return context.finish(async () => {});
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

/** The task was canceled or given up while a slice was under way: the slice is rolled back. */
class TaskEnded extends Error {}

/**
 * The task, marked as running; nothing when it is over, or has just ended because that was asked for.
 * Only the attempt that holds the job moves a running task, so its row need not be locked meanwhile,
 * and a request to cancel it never waits.
 */
async function nextSliceOf(taskId: string, context: JobContext): Promise<TaskRow | undefined> {
  const task = await context.read((tx) => readTask(tx, taskId));
  const isOpen = task?.status === 'queued' || task?.status === 'running';
  if (isOpen && !task.cancelAsked) {
    if (task.status === 'running') return task;
    if (await context.transaction((tx) => startWork(tx, taskId))) return task;
  }
  await context.finish(async (tx) => {
    if (isOpen) await moveTask(tx, { ...task, status: 'cancelled' });
  });
  return undefined;
}

async function oneSlice(
  tx: Tx,
  task: TaskRow,
  job: Job<{ taskId: string }>,
  work: (cause: Cause) => Promise<Slice>,
): Promise<void> {
  const { id: taskId, actor, correlationId } = task;
  const slice = await work({ actor, correlationId });
  const failures = slice.failures ?? [];
  insertFailures(tx, taskId, failures);
  const isMoved = await moveTask(tx, {
    ...task,
    status: slice.isLast ? 'done' : 'running',
    total: slice.total ?? task.total,
    done: task.done + slice.done,
    failed: task.failed + failures.length,
    counts: added(task.counts, slice.counts ?? {}),
    position: slice.position,
  });
  if (!isMoved) throw new TaskEnded();
  if (!slice.isLast) send(tx, job, [{ taskId }], { correlationId });
}

const added = (counts: Record<string, number>, more: Record<string, number>) => ({
  ...counts,
  ...Object.fromEntries(Object.entries(more).map(([name, by]) => [name, (counts[name] ?? 0) + by])),
});
