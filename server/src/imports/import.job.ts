import { z } from 'zod';
import { job } from '../platform/queue/job.ts';
import { inPreparedSlices } from '../tasks/in-slices.ts';
import { addRows, type ImportInput, readRows, type Ways } from './add-rows.ts';
import { namedCells } from './rules.ts';
import { selectFile, selectRows } from './sql.ts';

/** Small enough that others who add people hardly wait, large enough to be quick. */
const sliceSize = 200;

export const importTask = job({ name: 'import', payload: z.object({ taskId: z.guid() }) });

/** Adds everyone in a file, a slice of rows at a time. The rows are read and checked beforehand. */
export const runImportTask = (ways: Ways) =>
  inPreparedSlices(
    importTask,
    async (read, task) => {
      const { importId, mapping } = task.input as ImportInput;
      const [file, rows] = await read((tx) =>
        Promise.all([
          selectFile(tx, importId),
          selectRows(tx, importId, positionOf(task), sliceSize),
        ]),
      );
      return { rows, columns: file?.columns ?? [], leads: file && readRows(file, mapping, rows) };
    },
    async (tx, task, cause, { rows, columns, leads }) => {
      if (!leads || rows.length === 0) return { done: 0, position: positionOf(task), isLast: true };
      const { counts, failures } = await addRows(tx, cause, ways, task.input as ImportInput, leads);
      const cellsOf = new Map(rows.map(({ number, cells }) => [number, cells]));
      return {
        done: rows.length,
        counts: { ...counts },
        failures: failures.map((failure) => ({
          ...failure,
          row: namedCells(columns, cellsOf.get(failure.number)!),
        })),
        position: rows.at(-1)!.number,
        isLast: task.done + rows.length >= task.total!,
      };
    },
  );

const positionOf = ({ position }: { position: unknown }): number =>
  (position as number | null) ?? 0;
