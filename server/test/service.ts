import { Writable } from 'node:stream';
import { basePath, type Endpoint, pathOf } from '@outcrop/contract';
import type { FastifyInstance } from 'fastify';
import { type Config, readConfig } from '../src/config.ts';
import { Database } from '../src/platform/db/index.ts';
import type { EndpointRoute } from '../src/platform/http/endpoint-call.ts';
import { createLog } from '../src/platform/observe/log.ts';
import { startService } from '../src/service.ts';
import { type TestWorkspace, testWorkspace } from './accounts.ts';
import { afterTestOrFile } from './after-test-or-file.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import {
  type ApiResponse,
  type RequestCredential,
  type RequestOptions,
  sendRequest,
} from './send-request.ts';
import { timedSetUp } from './set-up-times.ts';

export interface TestService {
  app: FastifyInstance;
  origin: string;
  database: TestDatabase;
  /** The database, connected as its owner. */
  owner: Database;
  /** The log lines of the service. */
  log: Record<string, unknown>[];
  workspace: (plan?: string) => Promise<TestWorkspace>;
  /** Sends a request, and checks the response against the contract. */
  call: (
    credential: RequestCredential,
    method: string,
    path: string,
    request?: RequestOptions,
  ) => Promise<ApiResponse>;
  /** Calls an endpoint, and checks the response against the contract. */
  callEndpoint: (
    credential: RequestCredential,
    endpoint: Endpoint,
    request?: EndpointRequest,
  ) => Promise<ApiResponse>;
  stop: () => Promise<void>;
}

export interface EndpointRequest extends RequestOptions {
  params?: Record<string, string>;
}

interface Options {
  config?: Partial<Config>;
  /** Routes beyond the product's own, for tests of the pipeline itself. */
  extraRoutes?: EndpointRoute[];
  database?: TestDatabase;
  logLevel?: string;
}

/** Starts the real service on a free port with its own database, and stops it after the test or file. */
export async function testService({
  config,
  extraRoutes = [],
  database,
  logLevel = 'info',
}: Options = {}): Promise<TestService> {
  const testDb = database ?? (await testDatabase());
  const log: Record<string, unknown>[] = [];
  const lines = new Writable({
    write(chunk, _encoding, done) {
      log.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const settings = {
    ...readConfig(),
    PORT: 0,
    DATABASE_URL: testDb.appUrl,
    DATABASE_POOL_SIZE: 8,
    // Nothing listens there; enrichment tests set their own model.
    AI_PROVIDER: 'openai-compatible' as const,
    AI_BASE_URL: 'http://127.0.0.1:9/v1',
    AI_MODEL: 'none',
    // Nothing listens there either, so names are unknown at once.
    EGRESS_NAME_SERVERS: ['127.0.0.1:9'],
    ...config,
  };
  const service = await timedSetUp('services', 'the service', () =>
    startService(settings, createLog(logLevel, lines), extraRoutes),
  );
  const owner = new Database({
    url: testDb.ownerUrl,
    poolSize: 4,
    // Filling large tables takes minutes on a slow machine.
    timeouts: { statementMs: 300_000, lockMs: 20_000 },
    inBackground: true,
  });
  let stopped = false;
  const stop = async () => {
    if (stopped) return;
    stopped = true;
    await service.stop();
    await owner.close();
  };
  afterTestOrFile(stop);
  const call: TestService['call'] = (credential, method, path, request) =>
    sendRequest(
      service.origin,
      credential,
      method,
      path,
      request,
      extraRoutes.map(({ endpoint }) => endpoint),
    );
  return {
    app: service.app,
    origin: service.origin,
    database: testDb,
    owner,
    log,
    workspace: (plan) => testWorkspace(owner, plan),
    call,
    callEndpoint: (credential, endpoint, { params, ...request } = {}) =>
      call(credential, endpoint.method, basePath[endpoint.api] + pathOf(endpoint, params), request),
    stop,
  };
}
