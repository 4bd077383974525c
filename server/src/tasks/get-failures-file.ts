import type { manageEndpoints } from '@outcrop/contract';
import { byteOrderMark, csvRow } from '../platform/csv.ts';
import { noSuch } from '../platform/error.ts';
import type { Call, FileAnswer } from '../platform/http/call.ts';
import { type Failure, selectFailures, selectTask } from './sql.ts';

const rowsAtOnce = 500;
const reasonColumn = 'reason';

/** What a task could not do, as a file that can be corrected and sent again. */
export async function getTaskFailuresFile({
  params: { taskId },
  tx,
}: Call<typeof manageEndpoints.getTaskFailuresFile>): Promise<FileAnswer> {
  const task = await selectTask(tx, taskId);
  if (!task) throw noSuch('task', taskId);
  return {
    name: `failures-${task.createdAt.slice(0, 10)}.csv`,
    pieces: async function* (read) {
      let columns: string[] | undefined;
      for (let after = 0; ; ) {
        const failures = await read((later) => selectFailures(later, taskId, after, rowsAtOnce));
        if (!columns) {
          // In a file that was sent again, the reasons of last time make room for those of this.
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

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);

/** Cells that the first of the rows did not have stand behind the reason. */
const rowsOf = (failures: Failure[], columns: string[]): string =>
  failures
    .map(({ row, reason }) => {
      const others = Object.keys(row).filter(
        (name) => name !== reasonColumn && !columns.includes(name),
      );
      const cell = (name: string) => textOf(row[name]);
      return csvRow([...columns.map(cell), reason, ...others.map(cell)]);
    })
    .join('');
