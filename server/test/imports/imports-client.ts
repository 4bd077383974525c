import type { Import, Task } from '@outcrop/contract';
import { expect } from 'vitest';
import { type BulkClient, bulkClient } from '../bulk/bulk-client.ts';
import type { ApiResponse } from '../send-request.ts';
import type { TestService } from '../service.ts';
import { taskRunner } from '../task-runner.ts';

const manage = '/api/v1/manage';

/** An API client in a new workspace, with methods for imports and exports. */
export interface ImportsClient extends BulkClient {
  postFile: (file: string | Uint8Array, name?: string) => Promise<ApiResponse>;
  upload: (file: string | Uint8Array, name?: string) => Promise<Import>;
  start: (what: 'run' | 'dry-run', importId: string, options?: object) => Promise<ApiResponse>;
  /** Starts it and waits until it ends. */
  finish: (what: 'run' | 'dry-run', importId: string, options?: object) => Promise<Task>;
  waitForEnd: (taskId: string) => Promise<Task>;
  read: (taskId: string) => Promise<Task>;
  failures: (taskId: string) => Promise<{ number: number; reason: string; row: object }[]>;
  failuresFile: (taskId: string) => Promise<string>;
  exportCsv: (options?: object) => Promise<string>;
}

export async function importsClient(service: TestService, plan?: string): Promise<ImportsClient> {
  const account = await bulkClient(service, plan);
  const { token } = account;
  const { ended: waitForEnd, read } = taskRunner(service, token);
  const get = async (path: string, query = {}) =>
    (await service.call(token, 'GET', manage + path, { query })).data;
  const postFile: ImportsClient['postFile'] = (file, name) =>
    service.call(token, 'POST', `${manage}/imports`, {
      body: file,
      ...(name && { query: { name } }),
    });
  const start: ImportsClient['start'] = (what, importId, options = {}) =>
    service.call(token, 'POST', `${manage}/imports/${importId}/${what}`, { body: options });
  return {
    ...account,
    postFile,
    upload: async (file, name) => {
      const { data, error } = await postFile(file, name);
      expect(error).toBeUndefined();
      return data.import;
    },
    start,
    finish: async (what, importId, options) => {
      const { data, error } = await start(what, importId, options);
      expect(error).toBeUndefined();
      return waitForEnd(data.task.id);
    },
    waitForEnd,
    read,
    failures: async (taskId) => (await get(`/tasks/${taskId}/failures`, { limit: '500' })).failures,
    failuresFile: (taskId) => get(`/tasks/${taskId}/failures.csv`),
    exportCsv: async (options = {}) => {
      const { data } = await service.call(token, 'POST', `${manage}/exports`, { body: options });
      const task = await waitForEnd(data.task.id);
      expect(task.status).toBe('done');
      return get(`/exports/${task.id}/file`);
    },
  };
}
