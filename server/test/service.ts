import { Writable } from 'node:stream';
import { basePath, type Endpoint, pathOf } from '@outcrop/contract';
import { afterAll } from 'vitest';
import type { MemberCaller } from '../src/accounts/caller.ts';
import { type Config, readConfig } from '../src/config.ts';
import { Database } from '../src/platform/db/index.ts';
import type { Route } from '../src/platform/http/call.ts';
import { createLog } from '../src/platform/observe/log.ts';
import { startService } from '../src/service.ts';
import { type TestWorkspace, testWorkspace } from './accounts.ts';
import { type Answer, type Credential, type Request, send } from './call.ts';
import { type TestDatabase, testDatabase } from './database.ts';

export interface TestService {
  origin: string;
  database: TestDatabase;
  /** The database as its owner: for what an operator does, and for looking behind the API. */
  owner: Database;
  /** Every line the service has logged. */
  log: Record<string, unknown>[];
  workspace: (plan?: string) => Promise<TestWorkspace>;
  /** Sends a request; whatever comes back is first held against the contract. */
  call: (
    credential: Credential,
    method: string,
    path: string,
    request?: Request,
  ) => Promise<Answer>;
  /** The same, to the address of a line. */
  ask: (credential: Credential, line: Endpoint, request?: LineRequest) => Promise<Answer>;
  stop: () => Promise<void>;
}

export interface LineRequest extends Request {
  params?: Record<string, string>;
}

interface Options {
  config?: Partial<Config>;
  /** Routes beyond the product's own, for tests of the pipeline itself. */
  extraRoutes?: Route<MemberCaller>[];
  database?: TestDatabase;
}

/** The real service on a free port, with a database of its own; stopped when the file is done. */
export async function testService({
  config,
  extraRoutes = [],
  database,
}: Options = {}): Promise<TestService> {
  const own = database ?? (await testDatabase());
  const log: Record<string, unknown>[] = [];
  const lines = new Writable({
    write(chunk, _encoding, done) {
      log.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const service = await startService(
    {
      ...readConfig(),
      PORT: 0,
      DATABASE_URL: own.appUrl,
      DATABASE_POOL_SIZE: 8,
      // Nobody answers there: what enrichment asks is only of interest to its own tests.
      AI_PROVIDER: 'openai-compatible',
      AI_BASE_URL: 'http://127.0.0.1:9/v1',
      AI_MODEL: 'nobody',
      ...config,
    },
    createLog('info', lines),
    extraRoutes,
  );
  const owner = new Database({
    url: own.ownerUrl,
    poolSize: 4,
    timeouts: { statementMs: 30_000, lockMs: 20_000 },
    inBackground: true,
  });
  let stopped = false;
  const stop = async () => {
    if (stopped) return;
    stopped = true;
    await service.stop();
    await owner.close();
  };
  afterAll(stop);
  const call: TestService['call'] = (credential, method, path, request) =>
    send(
      service.origin,
      credential,
      method,
      path,
      request,
      extraRoutes.map(({ line }) => line),
    );
  return {
    origin: service.origin,
    database: own,
    owner,
    log,
    workspace: (plan) => testWorkspace(owner, plan),
    call,
    ask: (credential, line, { params, ...request } = {}) =>
      call(credential, line.method, basePath[line.api] + pathOf(line, params), request),
    stop,
  };
}
