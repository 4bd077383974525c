import type { ManageResult } from '@outcrop/contract';
import type { ManageCall } from '../core/sign-in/call.ts';
import {
  cancelTask,
  selectTask,
  selectTaskFailures,
  selectTasks,
} from '../core/tasks/tasks.sql.ts';
import { creationPositionOf, pageOf } from '../platform/cursor.ts';
import { notFound } from '../platform/error.ts';
import { selectRunningWorkers } from '../platform/queue/running-workers.ts';

/** Lists tasks, newest first. */
export async function getTasks({
  query,
  tx,
}: ManageCall<'getTasks'>): Promise<ManageResult<'getTasks'>> {
  const { status = null } = query;
  const [{ rows: tasks, nextCursor }, [running]] = await Promise.all([
    pageOf(
      query,
      { status },
      (after, take) => selectTasks(tx, status, after, take),
      creationPositionOf,
    ),
    tx.rows<{ workers: number }>(selectRunningWorkers),
  ]);
  return { tasks, workers: running!.workers, nextCursor };
}

export async function getTask({
  params: { taskId },
  tx,
}: ManageCall<'getTask'>): Promise<ManageResult<'getTask'>> {
  const task = await selectTask(tx, taskId);
  if (!task) throw notFound('task', taskId);
  return { task };
}

/** Lists the failures of a task, in row order. */
export async function getTaskFailures({
  params: { taskId },
  query: { limit = 100, after = 0 },
  tx,
}: ManageCall<'getTaskFailures'>): Promise<ManageResult<'getTaskFailures'>> {
  const task = await selectTask(tx, taskId);
  if (!task) throw notFound('task', taskId);
  const rows = await selectTaskFailures(tx, task, after, limit + 1);
  const failures = rows.slice(0, limit);
  return { failures, nextAfter: rows.length > limit ? failures.at(-1)!.number : null };
}

/** Cancels a task before its next slice. A finished task is unchanged. */
export async function postTaskCancel({
  params: { taskId },
  tx,
}: ManageCall<'postTaskCancel'>): Promise<ManageResult<'postTaskCancel'>> {
  const [, task] = await Promise.all([cancelTask(tx, taskId), selectTask(tx, taskId)]);
  if (!task) throw notFound('task', taskId);
  return { task };
}
