import { recordAudit } from '../core/audit/record-audit.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { selectTask } from '../core/tasks/tasks.sql.ts';
import { dayOf } from '../platform/day.ts';
import { ApiError, notFound } from '../platform/error.ts';
import type { FileResponse } from '../platform/http/endpoint-call.ts';
import { countExportPieces, selectExportPiece } from './exports.sql.ts';

/** Downloads the file of an export. */
export async function getExportFile(call: ManageCall<'getExportFile'>): Promise<FileResponse> {
  const {
    params: { taskId },
    tx,
  } = call;
  const [task, pieces] = await Promise.all([selectTask(tx, taskId), countExportPieces(tx, taskId)]);
  if (task?.kind !== 'export') throw notFound('export', taskId);
  if (task.status !== 'done')
    throw fileNotFound(
      taskId,
      `The export is ${task.status}. Its file is available once it is done.`,
    );
  if (pieces === 0)
    throw fileNotFound(taskId, 'The file has expired after 7 days. Start another export.');

  recordAudit(call, {
    action: 'export.downloaded',
    target: taskId,
    detail: { rows: task.done },
  });
  return {
    name: `prospects-${dayOf(task.createdAt)}.csv`,
    pieces: async function* (read) {
      for (let number = 1; number <= pieces; number++) {
        const piece = await read((readTx) => selectExportPiece(readTx, taskId, number));
        if (piece === undefined) throw new Error('The file was deleted while it was being read.');
        yield piece;
      }
    },
  };
}

const fileNotFound = (taskId: string, message: string) =>
  new ApiError('not_found', message, { notFound: [taskId] });
