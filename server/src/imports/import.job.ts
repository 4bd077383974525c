import { z } from 'zod';
import { job } from '../platform/queue/job.ts';
import { inSlices } from '../tasks/in-slices.ts';
import { addRows, type ImportInput, type Ways } from './add-rows.ts';
import { namedCells } from './rules.ts';
import { selectFile, selectRows } from './sql.ts';

/** Small enough that others who add people hardly wait, large enough to be quick. */
const sliceSize = 200;

export const importTask = job({
  name: 'import',
  payload: z.object({ taskId: z.guid() }),
  // A dry run of a large file in the same workspace is waited for.
  retry: { limit: 300, delaySeconds: 1, backoff: false },
});

/** Adds everyone in a file, a slice of rows at a time. */
export const runImportTask = (ways: Ways) =>
  inSlices(importTask, async (tx, task, cause) => {
    const input = task.input as ImportInput;
    const after = (task.position as number | null) ?? 0;
    const [file, rows] = await Promise.all([
      selectFile(tx, input.importId),
      selectRows(tx, input.importId, after, sliceSize),
    ]);
    if (!file || rows.length === 0) return { done: 0, position: after, isLast: true };
    const { counts, failures } = await addRows(tx, cause, ways, file, input, rows);
    const cellsOf = new Map(rows.map(({ number, cells }) => [number, cells]));
    const done = task.done + rows.length;
    return {
      done: rows.length,
      counts: { ...counts },
      failures: failures.map((failure) => ({
        ...failure,
        row: namedCells(file.columns, cellsOf.get(failure.number)!),
      })),
      position: rows.at(-1)!.number,
      isLast: done >= task.total!,
    };
  });
