import type { ManageResult } from '@outcrop/contract';
import { recordAudit } from '../core/audit/record-audit.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { startTask } from '../core/tasks/start-task.ts';
import { lockTask, selectTask } from '../core/tasks/tasks.sql.ts';
import { fieldError, notFound } from '../platform/error.ts';
import type { BulkInput } from './bulk.job.ts';
import { undoTask } from './undo.job.ts';

/** Starts a task that undoes another one. */
export async function postTaskUndo(
  call: ManageCall<'postTaskUndo'>,
): Promise<ManageResult<'postTaskUndo'>> {
  const {
    params: { taskId },
    tx,
  } = call;
  const [locked, task] = await Promise.all([lockTask(tx, taskId), selectTask(tx, taskId)]);
  if (!locked || !task) throw notFound('task', taskId);
  if (task.finishedAt === null)
    throw fieldError('taskId', 'The job is still in progress. Cancel it first.');
  if (!task.undoable)
    throw fieldError('taskId', 'The job cannot be undone, or was already undone.');

  const undo = await startTask(call, undoTask, {
    kind: 'undo',
    input: locked.input as object,
    total: task.counts['affected'] ?? 0,
    undoOf: taskId,
  });
  const { action, boardName = null, stage } = locked.input as BulkInput;
  recordAudit(call, {
    action: 'task.undone',
    target: taskId,
    detail: { taskId: undo.id, action, boardName, stage, affected: undo.total },
  });
  return { task: undo };
}
