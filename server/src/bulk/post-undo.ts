import type { ManageData, manageEndpoints } from '@outcrop/contract';
import { record } from '../audit/record.ts';
import { causeOf } from '../platform/cause.ts';
import { invalid, noSuch } from '../platform/error.ts';
import type { Call } from '../platform/http/call.ts';
import { lockTask, selectTask } from '../tasks/sql.ts';
import { startTask } from '../tasks/start-task.ts';
import { undoTask } from './undo.job.ts';

/** Starts the task that puts back what another one has changed. */
export async function postTaskUndo(
  call: Call<typeof manageEndpoints.postTaskUndo>,
): Promise<ManageData<'postTaskUndo'>> {
  const {
    params: { taskId },
    tx,
  } = call;
  const [locked, task] = await Promise.all([lockTask(tx, taskId), selectTask(tx, taskId)]);
  if (!locked || !task) throw noSuch('task', taskId);
  if (task.finishedAt === null)
    throw invalid('taskId', 'is of a task that is still under way; cancel it first');
  if (!task.undoable)
    throw invalid('taskId', 'is of a task that cannot be undone, or has been undone already');

  const cause = causeOf(call);
  const undo = await startTask(tx, cause, undoTask, {
    kind: 'undo',
    input: locked.input as object,
    total: task.counts['affected'] ?? 0,
    undoOf: taskId,
  });
  record(tx, cause, { action: 'task.undone', target: taskId, detail: { taskId: undo.id } });
  return { task: undo };
}
