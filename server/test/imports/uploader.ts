import type { Import, Task } from '@outcrop/contract';
import { expect } from 'vitest';
import { type Organizer, organizer } from '../bulk/organizer.ts';
import type { Answer } from '../call.ts';
import type { TestService } from '../service.ts';
import { taskRunner } from '../tasks.ts';

const manage = '/api/v1/manage';

/** A workspace of one test's own, with a caller who brings people in files and takes them out. */
export interface Uploader extends Organizer {
  ask: (file: string | Uint8Array, name?: string) => Promise<Answer>;
  upload: (file: string | Uint8Array, name?: string) => Promise<Import>;
  start: (what: 'run' | 'dry-run', importId: string, order?: object) => Promise<Answer>;
  /** Runs it to its end. */
  finish: (what: 'run' | 'dry-run', importId: string, order?: object) => Promise<Task>;
  ended: (taskId: string) => Promise<Task>;
  read: (taskId: string) => Promise<Task>;
  failures: (taskId: string) => Promise<{ number: number; reason: string; row: object }[]>;
  failuresFile: (taskId: string) => Promise<string>;
  exported: (order?: object) => Promise<string>;
}

export async function uploader(service: TestService, plan?: string): Promise<Uploader> {
  const account = await organizer(service, plan);
  const { token } = account;
  const { ended, read } = taskRunner(service, token);
  const get = async (path: string, query = {}) =>
    (await service.call(token, 'GET', manage + path, { query })).data;
  const ask: Uploader['ask'] = (file, name) =>
    service.call(token, 'POST', `${manage}/imports`, {
      body: file,
      ...(name && { query: { name } }),
    });
  const start: Uploader['start'] = (what, importId, order = {}) =>
    service.call(token, 'POST', `${manage}/imports/${importId}/${what}`, { body: order });
  return {
    ...account,
    ask,
    upload: async (file, name) => {
      const { data, error } = await ask(file, name);
      expect(error).toBeUndefined();
      return data.import;
    },
    start,
    finish: async (what, importId, order) => {
      const { data, error } = await start(what, importId, order);
      expect(error).toBeUndefined();
      return ended(data.task.id);
    },
    ended,
    read,
    failures: async (taskId) => (await get(`/tasks/${taskId}/failures`, { limit: '500' })).failures,
    failuresFile: (taskId) => get(`/tasks/${taskId}/failures.csv`),
    exported: async (order = {}) => {
      const { data } = await service.call(token, 'POST', `${manage}/exports`, { body: order });
      const task = await ended(data.task.id);
      expect(task.status).toBe('done');
      return get(`/exports/${task.id}/file`);
    },
  };
}
