import type { ManageData } from '@outcrop/contract';
import type { ManageCall } from '../core/sign-in/call.ts';
import { cancelTask, selectFailures, selectTask, selectTasks } from '../core/tasks/tasks.sql.ts';
import { readCursor, writeCursor } from '../platform/cursor.ts';
import { notFound } from '../platform/error.ts';

/** Lists tasks, newest first. */
export async function getTasks({
  query,
  tx,
}: ManageCall<'getTasks'>): Promise<ManageData<'getTasks'>> {
  const { status = null, limit = 50 } = query;
  const after = query.cursor === undefined ? null : readCursor(query.cursor, { status });
  const found = await selectTasks(tx, status, after, limit + 1);
  const tasks = found.slice(0, limit);
  const last = found.length > limit ? tasks.at(-1)! : null;
  return {
    tasks,
    nextCursor: last && writeCursor({ at: new Date(last.createdAt), id: last.id }, { status }),
  };
}

export async function getTask({
  params: { taskId },
  tx,
}: ManageCall<'getTask'>): Promise<ManageData<'getTask'>> {
  const task = await selectTask(tx, taskId);
  if (!task) throw notFound('task', taskId);
  return { task };
}

/** Lists the failures of a task, in row order. */
export async function getTaskFailures({
  params: { taskId },
  query: { limit = 100, after = 0 },
  tx,
}: ManageCall<'getTaskFailures'>): Promise<ManageData<'getTaskFailures'>> {
  const [task, found] = await Promise.all([
    selectTask(tx, taskId),
    selectFailures(tx, taskId, after, limit + 1),
  ]);
  if (!task) throw notFound('task', taskId);
  const failures = found.slice(0, limit);
  return { failures, nextAfter: found.length > limit ? failures.at(-1)!.number : null };
}

/** Cancels a task before its next slice. A finished task is unchanged. */
export async function postTaskCancel({
  params: { taskId },
  tx,
}: ManageCall<'postTaskCancel'>): Promise<ManageData<'postTaskCancel'>> {
  const [, task] = await Promise.all([cancelTask(tx, taskId), selectTask(tx, taskId)]);
  if (!task) throw notFound('task', taskId);
  return { task };
}
