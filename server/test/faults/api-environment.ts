import { setTimeout as sleep } from 'node:timers/promises';
import { Database, sql } from '../../src/platform/db/index.ts';
import { type TestWorkspace, testWorkspace } from '../accounts.ts';
import { afterTestOrFile } from '../after-test-or-file.ts';
import { testDatabase } from '../database.ts';
import { connectClient } from '../engine/connection.ts';
import { type ApiResponse, type RequestOptions, sendRequest } from '../send-request.ts';
import { writeEndpoint } from '../write-route.ts';
import { type ApiProcess, startApi } from './test-process.ts';

export interface ApiEnvironment {
  appUrl: string;
  ownerUrl: string;
  owner: Database;
  workspace: () => Promise<TestWorkspace>;
  /** Starts an API process on this database, which ends with the test or file. */
  startApi: (environment?: Record<string, string>) => Promise<ApiProcess>;
  /** The number of lists with this name, which is the number of writes that took effect. */
  countLists: (workspace: TestWorkspace, name: string) => Promise<number>;
  /** Waits until a write with an Idempotency-Key is in its transaction. */
  waitForOpenWrite: () => Promise<void>;
  /** Makes writes of the workspace wait in their transactions; the returned function lets them continue. */
  holdWrites: (workspace: TestWorkspace) => Promise<() => Promise<unknown>>;
}

/** A database and any number of API processes on it, for fault tests. */
export async function setUpApiEnvironment(
  database?: Pick<ApiEnvironment, 'appUrl' | 'ownerUrl'>,
): Promise<ApiEnvironment> {
  const { appUrl, ownerUrl } = database ?? (await testDatabase());
  const owner = new Database({
    url: ownerUrl,
    poolSize: 8,
    timeouts: { statementMs: 30_000, lockMs: 20_000 },
    inBackground: true,
  });
  const started: ApiProcess[] = [];
  afterTestOrFile(async () => {
    await Promise.all(started.map((api) => api.kill()));
    await owner.close();
  });
  return {
    appUrl,
    ownerUrl,
    owner,
    workspace: () => testWorkspace(owner),
    startApi: async (environment) => {
      const api = await startApi({ DATABASE_URL: appUrl, ...environment });
      started.push(api);
      return api;
    },
    countLists: async ({ id }, name) => {
      const [row] = await owner.query<{ count: number }>(
        sql`select count(*)::int as count from list where workspace_id = ${id} and name = ${name}`,
      );
      return row!.count;
    },
    waitForOpenWrite: async () => {
      const held = sql`
        select 1 from pg_locks l join pg_database d on d.oid = l.database
        where l.locktype = 'advisory' and d.datname = current_database()`;
      for (let attempt = 0; (await owner.query(held)).length === 0; attempt++) {
        if (attempt === 2_000)
          throw new Error('Waited without a result for a write in its transaction');
        await sleep(10);
      }
    },
    holdWrites: async ({ id }) => {
      const holder = await connectClient(ownerUrl);
      await holder.query('begin');
      await holder.query('select from workspace where id = $1 for update', [id]);
      return () => holder.query('rollback');
    },
  };
}

/** Retries while the response is 503, as happens on a busy machine. */
export async function retryWhileUnavailable(
  call: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  for (const until = Date.now() + 20_000; ; ) {
    const answer = await call();
    if (answer.status !== 503 || Date.now() > until) return answer;
    await sleep(1_000 * Number(answer.headers.get('retry-after')));
  }
}

/** POST /test-writes. */
export const postTestWrite = (
  { origin }: Pick<ApiProcess, 'origin'>,
  token: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<ApiResponse> =>
  sendRequest(origin, token, 'POST', '/test-writes', { body, headers } satisfies RequestOptions, [
    writeEndpoint,
  ]);

/** GET /session. */
export const getSession = (
  { origin }: Pick<ApiProcess, 'origin'>,
  token: string,
): Promise<ApiResponse> => sendRequest(origin, token, 'GET', '/session');
