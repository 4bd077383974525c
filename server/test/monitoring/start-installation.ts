import { fileURLToPath } from 'node:url';
import { Database } from '../../src/platform/db/index.ts';
import { testWorkspace } from '../accounts.ts';
import { afterTestOrFile } from '../after-test-or-file.ts';
import { testDatabase } from '../database.ts';
import { startProcess } from '../faults/test-process.ts';
import { startModelServer } from '../model-server.ts';
import { type RequestOptions, sendRequest } from '../send-request.ts';

const mainOf = (name: string) => fileURLToPath(new URL(`../../src/${name}.ts`, import.meta.url));

/** The API and a worker as an operator runs them, with a language model that answers. */
export async function startInstallation(environment: Record<string, string>) {
  const model = await startModelServer();
  const { appUrl, ownerUrl } = await testDatabase();
  const settings = {
    PORT: '0',
    DATABASE_URL: appUrl,
    EGRESS_ALLOW: '127.0.0.0/8,::1/128',
    AI_PROVIDER: 'openai-compatible',
    AI_BASE_URL: model.baseUrl,
    AI_MODEL: 'scripted',
    LOG_LEVEL: 'debug',
    ...environment,
  };
  const api = await startProcess(mainOf('api'), 'listening', settings);
  const worker = await startProcess(mainOf('worker'), 'working', settings);
  const owner = new Database({
    url: ownerUrl,
    poolSize: 2,
    timeouts: { statementMs: 30_000, lockMs: 20_000 },
    inBackground: true,
  });
  afterTestOrFile(async () => {
    await Promise.all([api.kill(), worker.kill()]);
    await owner.close();
  });
  return {
    model,
    api,
    worker,
    workspace: () => testWorkspace(owner, 'scale'),
    call: (token: string, method: string, path: string, request: RequestOptions = {}) =>
      sendRequest(String(api.ready.origin), token, method, path, request),
  };
}
