import { randomUUIDv7 } from 'node:crypto';
import { type TaskKind, taskLimits } from '@outcrop/contract';
import type { ActorTransaction } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/index.ts';
import { ApiError } from '../../platform/error.ts';
import type { Job } from '../../platform/queue/job.ts';
import { sendJobs } from '../../platform/queue/send-jobs.ts';
import { countTasks, insertTask, type StoredTask, selectTask } from './tasks.sql.ts';

interface NewTask {
  kind: TaskKind;
  /** Input for the slices. */
  input: object;
  /** Total number of items, if known. */
  total?: number;
  undoOf?: string;
  /** The campaign that it is about. */
  campaignId?: string;
}

/** Creates a task in the current transaction; `job` processes it slice by slice. */
export async function startTask(
  { tx, actor: { actor, correlationId } }: ActorTransaction,
  job: Job<{ taskId: string }>,
  { kind, input, total, undoOf, campaignId }: NewTask,
): Promise<StoredTask> {
  await checkTaskLimits(tx, kind);
  const id = randomUUIDv7();
  sendJobs(tx, job, [{ taskId: id }], { correlationId });
  const [, task] = await Promise.all([
    insertTask(tx, {
      id,
      kind,
      input,
      total: total ?? null,
      undoOf: undoOf ?? null,
      campaignId: campaignId ?? null,
      actor,
      correlationId,
    }),
    selectTask(tx, id),
  ]);
  return task!;
}

/** Counts under a per-workspace lock, so that concurrent requests cannot exceed the limit. */
async function checkTaskLimits(tx: Tx, kind: TaskKind): Promise<void> {
  const { unfinished, exportsToday } = await countTasks(tx);
  if (unfinished >= taskLimits.maxActive)
    throw new ApiError(
      'rate_limited',
      `This workspace has ${unfinished} background jobs in progress, the maximum. Wait for one to finish or cancel one.`,
      { retryAfter: 60 },
    );
  if (kind === 'export' && exportsToday >= taskLimits.exportsPerDay)
    throw new ApiError(
      'rate_limited',
      `This workspace has started ${exportsToday} exports in the last 24 hours, the maximum. Download an existing export or try again later.`,
      { retryAfter: 3_600 },
    );
}
