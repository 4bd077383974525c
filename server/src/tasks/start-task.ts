import { randomUUIDv7 } from 'node:crypto';
import type { Task, TaskKind } from '@outcrop/contract';
import type { Cause } from '../platform/cause.ts';
import type { Tx } from '../platform/db/index.ts';
import type { Job } from '../platform/queue/job.ts';
import { send } from '../platform/queue/send.ts';
import { insertTask, selectTask } from './sql.ts';

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
