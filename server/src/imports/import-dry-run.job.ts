import { z } from 'zod';
import type { Suppression } from '../core/suppression/suppression.ts';
import { runOrFailTask } from '../core/tasks/run-task-in-slices.ts';
import {
  insertTaskFailures,
  lockTask,
  readTask,
  saveTaskProgress,
  type TaskRow,
  updateTask,
} from '../core/tasks/tasks.sql.ts';
import type { Tx } from '../platform/db/index.ts';
import { notFound } from '../platform/error.ts';
import { defineJob } from '../platform/queue/job.ts';
import type { JobContext } from '../platform/queue/job-registry.ts';
import {
  addRows,
  convertRows,
  type ImportCounts,
  type ImportInput,
  type ImportOutcome,
  zeroImportCounts,
} from './add-rows.ts';
import {
  type StoredImport,
  selectImportFile,
  selectImportRows,
  selectImportRowsAt,
} from './imports.sql.ts';

const rowBatchSize = 500;
const failureBatchSize = 1_000;

export const importDryRun = defineJob({
  name: 'import-dry-run',
  payload: z.object({ taskId: z.guid() }),
  timeLimitSeconds: 1_800,
  // A dry run holds a connection until it ends, so few run at once. Extra slots keep long runs from
  // blocking others.
  concurrency: 1,
  extraSlotsForLongJobs: 3,
});

interface DryRunResult extends ImportOutcome {
  file: StoredImport;
  isComplete: boolean;
}

/**
 * Imports the whole file in a transaction that is rolled back, then saves the result in another. If
 * the process stops in between, the dry run is repeated.
 */
export const runImportDryRun =
  (deps: { suppression: Suppression }) =>
  async ({ taskId }: { taskId: string }, context: JobContext): Promise<void> =>
    runOrFailTask(importDryRun, taskId, context, async () => {
      const reportProgress = (done: number) =>
        context.transaction((tx) => saveTaskProgress(tx, taskId, done));
      const result = await context.transaction(async (tx) => {
        tx.discard();
        const task = await readTask(tx, taskId);
        return task && runDryRun(tx, task, deps, reportProgress);
      });
      await context.finish((tx) => saveResult(tx, taskId, result));
    });

async function runDryRun(
  tx: Tx,
  { input, actor, correlationId }: TaskRow,
  deps: { suppression: Suppression },
  reportProgress: (done: number) => Promise<boolean>,
): Promise<DryRunResult> {
  const importInput = input as ImportInput;
  const file = await selectImportFile(tx, importInput.importId);
  if (!file) throw notFound('import', importInput.importId);
  const outcome: ImportOutcome = { counts: zeroImportCounts(), failures: [] };
  for (let [after, done] = [0, 0]; ; ) {
    if (!(await reportProgress(done))) return { ...outcome, file, isComplete: false };
    const rows = await selectImportRows(tx, importInput.importId, after, rowBatchSize);
    if (rows.length === 0) return { ...outcome, file, isComplete: true };
    const { counts, failures } = await addRows(
      { tx, actor: { actor, correlationId }, deps },
      importInput,
      convertRows(file, importInput.mapping, rows),
    );
    for (const name of Object.keys(counts) as (keyof ImportCounts)[])
      outcome.counts[name] += counts[name];
    outcome.failures.push(...failures);
    after = rows.at(-1)!.number;
    done += rows.length;
  }
}

async function saveResult(tx: Tx, taskId: string, result: DryRunResult | undefined): Promise<void> {
  const task = await lockTask(tx, taskId);
  if (!task || !result || !['queued', 'running'].includes(task.status)) return;
  const { file, isComplete, counts, failures } = result;
  if (!isComplete) {
    await updateTask(tx, { ...task, status: 'cancelled' });
    return;
  }
  for (let offset = 0; offset < failures.length; offset += failureBatchSize) {
    const batch = failures.slice(offset, offset + failureBatchSize);
    const rows = await selectImportRowsAt(
      tx,
      file.id,
      batch.map(({ number }) => number),
    );
    const cellsOf = new Map(rows.map(({ number, cells }) => [number, cells]));
    insertTaskFailures(
      tx,
      taskId,
      batch.map((failure) => ({
        ...failure,
        row: cellsOf.get(failure.number) ?? [],
      })),
    );
  }
  await updateTask(tx, {
    ...task,
    status: 'done',
    done: Object.values(counts).reduce((sum, count) => sum + count),
    failed: failures.length,
    counts: { ...counts },
  });
}
