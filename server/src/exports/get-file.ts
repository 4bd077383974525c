import type { manageEndpoints } from '@outcrop/contract';
import { record } from '../audit/record.ts';
import { causeOf } from '../platform/cause.ts';
import { ApiError, noSuch } from '../platform/error.ts';
import type { Call, FileAnswer } from '../platform/http/call.ts';
import { selectTask } from '../tasks/sql.ts';
import { countPieces, selectPiece } from './sql.ts';

/** The file that an export has written. */
export async function getExportFile(
  call: Call<typeof manageEndpoints.getExportFile>,
): Promise<FileAnswer> {
  const {
    params: { taskId },
    tx,
  } = call;
  const [task, pieces] = await Promise.all([selectTask(tx, taskId), countPieces(tx, taskId)]);
  if (task?.kind !== 'export') throw noSuch('export', taskId);
  if (task.status !== 'done')
    throw notThere(taskId, `The export is ${task.status}; its file is there when it is done.`);
  if (pieces === 0)
    throw notThere(taskId, 'The file was kept for 7 days and is gone. Start another export.');

  record(tx, causeOf(call), {
    action: 'export.downloaded',
    target: taskId,
    detail: { rows: task.done },
  });
  return {
    name: `prospects-${task.createdAt.slice(0, 10)}.csv`,
    pieces: async function* (read) {
      for (let number = 1; number <= pieces; number++) {
        const piece = await read((later) => selectPiece(later, taskId, number));
        if (piece === undefined) throw new Error('The file was purged while it was read.');
        yield piece;
      }
    },
  };
}

const notThere = (taskId: string, message: string) =>
  new ApiError('not_found', message, { notFound: [taskId] });
