import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { Database, sql } from '../../src/platform/db/index.ts';
import { type TestWorkspace, testWorkspace } from '../accounts.ts';
import { type Answer, type Request, send } from '../call.ts';
import { testDatabase } from '../database.ts';
import { writeLine } from '../write-route.ts';
import { type ApiProcess, startApi } from './process.ts';

export interface Ground {
  appUrl: string;
  ownerUrl: string;
  owner: Database;
  workspace: () => Promise<TestWorkspace>;
  /** Another API process on this database; it ends with the file. */
  api: (environment?: Record<string, string>) => Promise<ApiProcess>;
  /** How many lists of this name the workspace has: the effects of writes with it. */
  lists: (workspace: TestWorkspace, name: string) => Promise<number>;
  /** Resolves when a write with an Idempotency-Key is inside its transaction. */
  writeUnderWay: () => Promise<void>;
}

/** A database and any number of API processes on it, for tests that break things. */
export async function testGround(database?: Pick<Ground, 'appUrl' | 'ownerUrl'>): Promise<Ground> {
  const { appUrl, ownerUrl } = database ?? (await testDatabase());
  const owner = new Database({
    url: ownerUrl,
    poolSize: 8,
    timeouts: { statementMs: 30_000, lockMs: 20_000 },
    inBackground: true,
  });
  const started: ApiProcess[] = [];
  afterAll(async () => {
    await Promise.all(started.map((api) => api.kill()));
    await owner.close();
  });
  return {
    appUrl,
    ownerUrl,
    owner,
    workspace: () => testWorkspace(owner),
    api: async (environment) => {
      const api = await startApi({ DATABASE_URL: appUrl, ...environment });
      started.push(api);
      return api;
    },
    lists: async ({ id }, name) => {
      const [row] = await owner.ask<{ count: number }>(
        sql`select count(*)::int as count from list where workspace_id = ${id} and name = ${name}`,
      );
      return row!.count;
    },
    writeUnderWay: async () => {
      const held = sql`
        select 1 from pg_locks l join pg_database d on d.oid = l.database
        where l.locktype = 'advisory' and d.datname = current_database()`;
      for (let asked = 0; (await owner.ask(held)).length === 0; asked++) {
        if (asked === 5_000) throw new Error('No write is under way');
        await sleep(5);
      }
    },
  };
}

/** The first answer that is not 503: a busy machine may have to ask again. */
export async function served(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await call();
    if (answer.status !== 503) return answer;
    await sleep(1_000 * Number(answer.headers.get('retry-after')));
  }
}

/** POST /test-writes. */
export const write = (
  { origin }: Pick<ApiProcess, 'origin'>,
  token: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  send(origin, token, 'POST', '/test-writes', { body, headers } satisfies Request, [writeLine]);

/** GET /session. */
export const session = ({ origin }: Pick<ApiProcess, 'origin'>, token: string): Promise<Answer> =>
  send(origin, token, 'GET', '/session');
