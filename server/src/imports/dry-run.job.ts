import type { Import } from '@outcrop/contract';
import { z } from 'zod';
import type { Tx } from '../platform/db/index.ts';
import { noSuch } from '../platform/error.ts';
import { job } from '../platform/queue/job.ts';
import type { JobContext } from '../platform/queue/line.ts';
import { orFail } from '../tasks/in-slices.ts';
import {
  insertFailures,
  lockTask,
  moveTask,
  noteProgress,
  readTask,
  type TaskRow,
} from '../tasks/sql.ts';
import {
  addRows,
  type Counts,
  type ImportInput,
  noCounts,
  type Outcome,
  readRows,
  type Ways,
} from './add-rows.ts';
import { namedCells } from './rules.ts';
import { selectFile, selectRows, selectRowsAt } from './sql.ts';

const rowsAtOnce = 500;
const failuresAtOnce = 1_000;

export const importDryRun = job({
  name: 'import-dry-run',
  payload: z.object({ taskId: z.guid() }),
  timeLimitSeconds: 1_800,
  // Each holds a connection until it ends, so they are few; a long one does not hold up the others.
  concurrency: 1,
  longBeside: 3,
});

interface Rehearsal extends Outcome {
  file: Import;
  isWhole: boolean;
}

/**
 * Imports the whole file in a transaction that is rolled back, then tells what came of it in
 * another. If this dies in between nothing is told, and it is all done again.
 */
export const runImportDryRun =
  (ways: Ways) =>
  async ({ taskId }: { taskId: string }, context: JobContext): Promise<void> =>
    orFail(importDryRun, taskId, context, async () => {
      const goOn = (done: number) => context.transaction((tx) => noteProgress(tx, taskId, done));
      const rehearsal = await context.transaction(async (tx) => {
        tx.discard();
        const task = await readTask(tx, taskId);
        return task && rehearse(tx, task, ways, goOn);
      });
      await context.finish((tx) => tell(tx, taskId, rehearsal));
    });

async function rehearse(
  tx: Tx,
  { input, actor, correlationId }: TaskRow,
  ways: Ways,
  goOn: (done: number) => Promise<boolean>,
): Promise<Rehearsal> {
  const order = input as ImportInput;
  const file = await selectFile(tx, order.importId);
  if (!file) throw noSuch('import', order.importId);
  const all: Outcome = { counts: noCounts(), failures: [] };
  for (let [after, done] = [0, 0]; ; ) {
    if (!(await goOn(done))) return { ...all, file, isWhole: false };
    const rows = await selectRows(tx, order.importId, after, rowsAtOnce);
    if (rows.length === 0) return { ...all, file, isWhole: true };
    const { counts, failures } = await addRows(
      tx,
      { actor, correlationId },
      ways,
      order,
      readRows(file, order.mapping, rows),
    );
    await tx.flush();
    for (const name of Object.keys(counts) as (keyof Counts)[]) all.counts[name] += counts[name];
    all.failures.push(...failures);
    after = rows.at(-1)!.number;
    done += rows.length;
  }
}

async function tell(tx: Tx, taskId: string, rehearsal: Rehearsal | undefined): Promise<void> {
  const task = await lockTask(tx, taskId);
  if (!task || !rehearsal || !['queued', 'running'].includes(task.status)) return;
  const { file, isWhole, counts, failures } = rehearsal;
  if (!isWhole) {
    await moveTask(tx, { ...task, status: 'cancelled' });
    return;
  }
  for (let told = 0; told < failures.length; told += failuresAtOnce) {
    const some = failures.slice(told, told + failuresAtOnce);
    const rows = await selectRowsAt(
      tx,
      file.id,
      some.map(({ number }) => number),
    );
    const cellsOf = new Map(rows.map(({ number, cells }) => [number, cells]));
    insertFailures(
      tx,
      taskId,
      some.map((failure) => ({
        ...failure,
        row: namedCells(file.columns, cellsOf.get(failure.number) ?? []),
      })),
    );
    await tx.flush();
  }
  await moveTask(tx, {
    ...task,
    status: 'done',
    done: Object.values(counts).reduce((sum, count) => sum + count),
    failed: failures.length,
    counts: { ...counts },
  });
}
