import { z } from 'zod';
import type { Suppression } from '../core/suppression/suppression.ts';
import { runTaskInPreparedSlices } from '../core/tasks/run-task-in-slices.ts';
import { defineJob } from '../platform/queue/job.ts';
import { addRows, convertRows, type ImportInput } from './add-rows.ts';
import { selectImportFile, selectImportRows } from './imports.sql.ts';

/** Small, because adding prospects waits while a slice runs; large enough to be fast. */
const sliceSize = 200;

export const importTask = defineJob({ name: 'import', payload: z.object({ taskId: z.guid() }) });

/** Imports a file, one slice of rows at a time. Rows are read and validated before the transaction. */
export const runImportTask = (deps: { suppression: Suppression }) =>
  runTaskInPreparedSlices(
    importTask,
    deps,
    async (read, task) => {
      const { importId, mapping } = task.input as ImportInput;
      const [file, rows] = await read((tx) =>
        Promise.all([
          selectImportFile(tx, importId),
          selectImportRows(tx, importId, positionOf(task), sliceSize),
        ]),
      );
      return { rows, leads: file && convertRows(file, mapping, rows) };
    },
    async (scope, task, { rows, leads }) => {
      if (!leads || rows.length === 0) return { done: 0, position: positionOf(task), isLast: true };
      const { counts, failures } = await addRows(scope, task.input as ImportInput, leads);
      const cellsOf = new Map(rows.map(({ number, cells }) => [number, cells]));
      return {
        done: rows.length,
        counts: { ...counts },
        failures: failures.map((failure) => ({
          ...failure,
          row: cellsOf.get(failure.number)!,
        })),
        position: rows.at(-1)!.number,
        isLast: task.done + rows.length >= task.total!,
      };
    },
  );

const positionOf = ({ position }: { position: unknown }): number =>
  (position as number | null) ?? 0;
