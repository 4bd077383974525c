import { randomUUIDv7 } from 'node:crypto';
import { type Task, type TaskKind, taskLimits } from '@outcrop/contract';
import type { Cause } from '../platform/cause.ts';
import type { Tx } from '../platform/db/index.ts';
import { ApiError } from '../platform/error.ts';
import type { Job } from '../platform/queue/job.ts';
import { send } from '../platform/queue/send.ts';
import { countTasks, insertTask, selectTask } from './sql.ts';

interface NewTask {
  kind: TaskKind;
  /** What it is to do, for its own slices to read. */
  input: object;
  /** How much there is to do, where that is known from the start. */
  total?: number;
  undoOf?: string;
}

/** Starts long work in the transaction that asks for it; `job` does it, slice by slice. */
export async function startTask(
  tx: Tx,
  { actor, correlationId }: Cause,
  job: Job<{ taskId: string }>,
  { kind, input, total, undoOf }: NewTask,
): Promise<Task> {
  await refuseTooMany(tx, kind);
  const id = randomUUIDv7();
  send(tx, job, [{ taskId: id }], { correlationId });
  const [, task] = await Promise.all([
    insertTask(tx, {
      id,
      kind,
      input,
      total: total ?? null,
      undoOf: undoOf ?? null,
      actor,
      correlationId,
    }),
    selectTask(tx, id),
  ]);
  return task!;
}

/** Under a lock of the workspace's own, so that two at once do not both take the last place. */
async function refuseTooMany(tx: Tx, kind: TaskKind): Promise<void> {
  const { underWay, exportsToday } = await countTasks(tx);
  if (underWay >= taskLimits.underWay)
    throw new ApiError(
      'rate_limited',
      `This workspace has ${underWay} background jobs under way, which is the most there may be. Wait until one has ended, or cancel one.`,
      { retryAfter: 60 },
    );
  if (kind === 'export' && exportsToday >= taskLimits.exportsPerDay)
    throw new ApiError(
      'rate_limited',
      `This workspace has started ${exportsToday} exports in the last 24 hours, which is the most there may be. Download one of those, or wait.`,
      { retryAfter: 3_600 },
    );
}
