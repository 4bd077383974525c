import { setTimeout as sleep } from 'node:timers/promises';
import type { Task } from '@outcrop/contract';
import { expect } from 'vitest';
import type { TestService } from './service.ts';

const base = '/api/v1/manage';

/** Starts tasks and waits until they end. */
export function taskRunner(service: TestService, token: string) {
  const read = async (taskId: string): Promise<Task> =>
    (await service.call(token, 'GET', `${base}/tasks/${taskId}`)).data.task;
  const waitForEnd = async (taskId: string): Promise<Task> => {
    for (let waited = 0; waited < 60_000; waited += 50) {
      const task = await read(taskId);
      if (task.finishedAt !== null) return task;
      await sleep(50);
    }
    throw new Error(`task ${taskId} did not end`);
  };
  const start = async (path: string, body: object): Promise<Task> => {
    const { status, data, error } = await service.call(token, 'POST', base + path, { body });
    expect(error).toBeUndefined();
    expect(status).toBe(200);
    return data.task;
  };
  return {
    read,
    ended: waitForEnd,
    /** Starts a bulk task. */
    begin: (body: object) => start('/bulk-tasks', body),
    /** Runs a bulk task to its end. */
    run: async (body: object) => waitForEnd((await start('/bulk-tasks', body)).id),
    undo: async (taskId: string) => waitForEnd((await start(`/tasks/${taskId}/undo`, {})).id),
    cancel: (taskId: string) => start(`/tasks/${taskId}/cancel`, {}),
  };
}
