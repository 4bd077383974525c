import type { ActorContext, OperationContext } from '../../platform/caller.ts';
import { isLockTimeout, type Tx } from '../../platform/db/index.ts';
import { ApiError } from '../../platform/error.ts';
import type { Job } from '../../platform/queue/job.ts';
import type { JobContext } from '../../platform/queue/job-registry.ts';
import { sendJobs } from '../../platform/queue/send-jobs.ts';
import {
  failTask,
  insertTaskFailures,
  markTaskRunning,
  readTask,
  type StoredTaskFailure,
  type TaskRow,
  updateTask,
} from './tasks.sql.ts';

/** The result of one slice. */
export interface TaskSlice {
  /** Processed items, including failures. */
  done: number;
  failures?: StoredTaskFailure[];
  /** What to add to the counts. */
  counts?: Record<string, number>;
  /** Where the next slice continues. */
  position: unknown;
  /** Total number of items, once known. */
  total?: number;
  isLast: boolean;
}

type SliceWork<Deps, Prepared> = (
  scope: OperationContext<Deps>,
  task: TaskRow,
  prepared: Prepared,
) => Promise<TaskSlice>;

/** Runs before the slice's transaction, so that it holds no locks. */
type PrepareSlice<Prepared> = (read: JobContext['read'], task: TaskRow) => Promise<Prepared>;

/** Delay before a slice is tried again that timed out on a lock, for example of a dry run. */
const lockRetrySeconds = 1;

/**
 * Runs a task: a job processes one slice and, in the same transaction, updates the task, completes
 * itself and sends the job for the next slice. Each slice therefore runs exactly once, and a long task
 * does not block other workspaces.
 */
export const runTaskInSlices = <Deps>(
  job: Job<{ taskId: string }>,
  deps: Deps,
  work: SliceWork<Deps, void>,
) => runTaskInPreparedSlices(job, deps, async () => {}, work);

/** Like `runTaskInSlices`, with input that is read and computed before each slice. */
export const runTaskInPreparedSlices =
  <Deps, Prepared>(
    job: Job<{ taskId: string }>,
    deps: Deps,
    prepare: PrepareSlice<Prepared>,
    work: SliceWork<Deps, Prepared>,
  ) =>
  ({ taskId }: { taskId: string }, context: JobContext): Promise<void> =>
    runOrFailTask(job, taskId, context, async () => {
      const task = await startSlice(taskId, context);
      if (!task) return;
      const prepared = await prepare(context.read, task);
      await context.finish((tx) =>
        runSlice(tx, task, job, (actor) => work({ tx, actor, deps }, task, prepared)),
      );
    });

/**
 * Runs work for a task and fails the task on a permanent error or too many attempts. A lock timeout is
 * not a failure: the job goes back to the end of its queue.
 */
export async function runOrFailTask(
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
        sendJobs(tx, job, [{ taskId }], { correlationId, startAfterSeconds: lockRetrySeconds }),
      );
    if (error instanceof TaskEnded) return context.finish(async () => {});
    const isPermanent = error instanceof ApiError && error.code !== 'unavailable';
    if (!isPermanent && context.attempt <= job.retry.limit) throw error;
    // A permanent error is the caller's to fix, not an operational failure.
    if (isPermanent) context.log.info({ taskId }, 'task rejected');
    else context.log.error({ err: error, taskId }, 'task failed');
    const message = isPermanent
      ? error.message
      : 'Something went wrong on our side and retries failed. Changes made so far are kept.';
    await context.finish((tx) => failTask(tx, taskId, message));
  }
}

/** The task ended while a slice was running; the slice is rolled back. */
class TaskEnded extends Error {}

/**
 * The task, marked as running; undefined if it has ended or was just canceled. Only the job's holder
 * updates a running task, so its row is not locked and a cancel request never waits.
 */
async function startSlice(taskId: string, context: JobContext): Promise<TaskRow | undefined> {
  const task = await context.read((tx) => readTask(tx, taskId));
  const isOpen = task?.status === 'queued' || task?.status === 'running';
  if (isOpen && !task.cancelRequested) {
    if (task.status === 'running') return task;
    if (await context.transaction((tx) => markTaskRunning(tx, taskId))) return task;
  }
  await context.finish(async (tx) => {
    if (isOpen) await updateTask(tx, { ...task, status: 'cancelled' });
  });
  return undefined;
}

async function runSlice(
  tx: Tx,
  task: TaskRow,
  job: Job<{ taskId: string }>,
  work: (actor: ActorContext) => Promise<TaskSlice>,
): Promise<void> {
  const { id: taskId, actor, correlationId } = task;
  const slice = await work({ actor, correlationId });
  const failures = slice.failures ?? [];
  insertTaskFailures(tx, taskId, failures);
  const isUpdated = await updateTask(tx, {
    ...task,
    status: slice.isLast ? 'done' : 'running',
    total: slice.total ?? task.total,
    done: task.done + slice.done,
    failed: task.failed + failures.length,
    counts: addCounts(task.counts, slice.counts ?? {}),
    position: slice.position,
  });
  if (!isUpdated) throw new TaskEnded();
  if (!slice.isLast) sendJobs(tx, job, [{ taskId }], { correlationId });
}

const addCounts = (counts: Record<string, number>, more: Record<string, number>) => ({
  ...counts,
  ...Object.fromEntries(Object.entries(more).map(([name, by]) => [name, (counts[name] ?? 0) + by])),
});
