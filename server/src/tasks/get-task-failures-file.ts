import type { ManageCall } from '../core/sign-in/call.ts';
import { selectTask, selectTaskFailures, type TaskFailure } from '../core/tasks/tasks.sql.ts';
import { byteOrderMark, csvRow } from '../platform/csv.ts';
import { dayOf } from '../platform/day.ts';
import { notFound } from '../platform/error.ts';
import type { FileResponse } from '../platform/http/endpoint-call.ts';

const batchSize = 500;
const reasonColumn = 'reason';

/** Returns the failed rows of a task as a CSV file that can be corrected and uploaded again. */
export async function getTaskFailuresFile({
  params: { taskId },
  tx,
}: ManageCall<'getTaskFailuresFile'>): Promise<FileResponse> {
  const task = await selectTask(tx, taskId);
  if (!task) throw notFound('task', taskId);
  return {
    name: `failures-${dayOf(task.createdAt)}.csv`,
    pieces: async function* (read) {
      let columns: string[] | undefined;
      for (let after = 0; ; ) {
        const failures = await read((readTx) => selectTaskFailures(readTx, task, after, batchSize));
        if (!columns) {
          // A corrected file that is uploaded again still has the old reason column; replace it.
          columns = Object.keys(failures[0]?.row ?? {}).filter((name) => name !== reasonColumn);
          yield byteOrderMark + csvRow([...columns, reasonColumn]);
        }
        if (failures.length === 0) return;
        yield rowsOf(failures, columns);
        after = failures.at(-1)!.number;
      }
    },
  };
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Cells that the first row does not have come after the reason. */
const rowsOf = (failures: TaskFailure[], columns: string[]): string =>
  failures
    .map(({ row, reason }) => {
      const others = Object.keys(row).filter(
        (name) => name !== reasonColumn && !columns.includes(name),
      );
      const cell = (name: string) => textOf(row[name]);
      return csvRow([...columns.map(cell), reason, ...others.map(cell)]);
    })
    .join('');
