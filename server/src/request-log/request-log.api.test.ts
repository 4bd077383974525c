import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { endpoints } from '@outcrop/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { testService } from '../../test/service.ts';
import { Database, type Sql, sql } from '../platform/db/index.ts';
import { unavailableError } from '../platform/error.ts';
import type { RequestRecord } from '../platform/http/request-record.ts';
import { RequestLog } from './request-log.ts';

const service = await testService();
const { owner } = service;
const app = new Database({
  url: service.database.appUrl,
  poolSize: 1,
  timeouts: { statementMs: 30_000, lockMs: 20_000 },
  inBackground: true,
});
afterAll(() => app.close());
const patient = { interval: 50 };

/** A database that records the number of requests in each statement, and fails on demand. */
function recordingDatabase() {
  const batches: number[] = [];
  const database = {
    isDown: false,
    batches,
    query: async <Row>(statement: Sql): Promise<Row[]> => {
      if (database.isDown) throw unavailableError('database', 'The database is not responding.');
      const rows = await app.query<Row>(statement);
      batches.push((JSON.parse(String(statement.values[0])) as unknown[]).length);
      return rows;
    },
  };
  return database;
}

function recordingLogger() {
  const lines: { calls: number; err?: unknown }[] = [];
  const write = (line: object) => void lines.push(line as { calls: number });
  return { lines, warn: write, error: write };
}

const callOf = (workspaceId: string, given: Partial<RequestRecord> = {}): RequestRecord => ({
  correlationId: randomUUIDv7(),
  at: new Date(),
  method: 'GET',
  endpoint: endpoints.getSession,
  caller: {
    tokenId: randomUUID(),
    tokenKind: 'api',
    userId: randomUUID(),
    workspaceId,
    role: 'viewer',
  },
  params: {},
  url: '/api/v1/ext/session',
  body: undefined,
  requestBytes: 0,
  status: 200,
  ms: 1,
  error: null,
  replayed: false,
  answerBytes: 10,
  ...given,
});

const logged = async (workspaceId: string): Promise<string[]> => {
  const rows = await owner.query<{ id: string }>(sql`
    select correlation_id as id from request_log where workspace_id = ${workspaceId} order by at, correlation_id`);
  return rows.map(({ id }) => id);
};

describe('requests are written in batches', () => {
  test('for several workspaces in one statement', async () => {
    const database = recordingDatabase();
    const log = new RequestLog(database, recordingLogger());
    const workspaces = [randomUUID(), randomUUID()];
    const at = new Date();
    const calls = workspaces.map((id) => [callOf(id, { at }), callOf(id, { at })]);
    for (const call of calls.flat()) log.record(call);
    expect(await logged(workspaces[0]!)).toEqual([]);
    await log.flush();
    for (const [n, id] of workspaces.entries())
      expect(await logged(id)).toEqual(calls[n]!.map(({ correlationId }) => correlationId).sort());
    expect(database.batches).toEqual([4]);
    await log.close();
  });

  test('after about a second, or immediately when there are five hundred', async () => {
    const [one, other] = [recordingDatabase(), recordingDatabase()];
    const logs = [new RequestLog(one, recordingLogger()), new RequestLog(other, recordingLogger())];
    const workspaceId = randomUUID();
    const started = performance.now();
    logs[0]!.record(callOf(workspaceId));
    for (let n = 0; n < 1_200; n++) logs[1]!.record(callOf(workspaceId));
    await expect.poll(() => other.batches, { interval: 5 }).toEqual([500, 500, 200]);
    await expect.poll(() => one.batches, patient).toEqual([1]);
    expect(performance.now() - started).toBeGreaterThan(500);
    expect(await logged(workspaceId)).toHaveLength(1_201);
    for (const log of logs) await log.close();
  });

  test('and a batch that is sent twice is stored once', async () => {
    const database = recordingDatabase();
    const query = async <Row>(statement: Sql): Promise<Row[]> => {
      await database.query(statement);
      if (database.batches.length === 1) throw unavailableError('database', 'The answer was lost.');
      return [];
    };
    const log = new RequestLog({ query }, recordingLogger());
    const workspaceId = randomUUID();
    log.record(callOf(workspaceId));
    await log.flush();
    log.record(callOf(workspaceId));
    await log.close();
    expect(database.batches).toEqual([1, 2]);
    expect(await logged(workspaceId)).toHaveLength(2);
  });
});

describe('while the database is unreachable', () => {
  test('the newest 5,000 requests are kept in order, and the number of dropped ones is logged', async () => {
    const [database, lines] = [recordingDatabase(), recordingLogger()];
    database.isDown = true;
    const log = new RequestLog(database, lines);
    const workspaceId = randomUUID();
    const calls = Array.from({ length: 7_000 }, () => callOf(workspaceId));
    for (const [n, call] of calls.entries()) {
      log.record(call);
      if (n % 1_000 === 0) await log.flush();
    }
    expect(lines.lines).toEqual([]);
    database.isDown = false;
    await log.flush();
    const kept = calls.slice(-5_000).map(({ correlationId }) => correlationId);
    expect((await logged(workspaceId)).toSorted()).toEqual(kept.toSorted());
    expect(database.batches).toEqual(Array.from({ length: 10 }, () => 500));
    expect(lines.lines).toEqual([{ calls: 2_000 }]);
    await log.close();
    expect(lines.lines).toHaveLength(1);
  });

  test('the limit also holds if the database fails during a write', async () => {
    const [database, lines] = [recordingDatabase(), recordingLogger()];
    let fail = () => {};
    const query = <Row>(statement: Sql): Promise<Row[]> => {
      if (!database.isDown) return database.query(statement);
      return new Promise((_, reject) => {
        fail = () => reject(unavailableError('database', 'The database is not responding.'));
      });
    };
    const log = new RequestLog({ query }, lines);
    const workspaceId = randomUUID();
    database.isDown = true;
    for (let n = 0; n < 5_500; n++) log.record(callOf(workspaceId));
    fail();
    await log.flush();
    database.isDown = false;
    await log.close();
    expect(await logged(workspaceId)).toHaveLength(5_000);
    expect(lines.lines).toEqual([{ calls: 500 }]);
  });

  test('the database is tried once a second, however many requests arrive', async () => {
    let asked = 0;
    const query = async () => {
      asked++;
      throw unavailableError('database', 'The database is not responding.');
    };
    const log = new RequestLog({ query }, recordingLogger());
    const started = performance.now();
    for (let n = 0; n < 5_500; n++) {
      log.record(callOf(randomUUID()));
      if (n % 100 === 0) await new Promise(setImmediate);
    }
    expect(asked).toBeLessThan(3 + (performance.now() - started) / 1_000);
    await log.close();
  });

  test('a stopping process does not wait for the database', async () => {
    const database = recordingDatabase();
    database.isDown = true;
    const log = new RequestLog(database, recordingLogger());
    log.record(callOf(randomUUID()));
    await log.close();
  });
});

test('requests that cannot be written do not block others, and are logged', async () => {
  const [database, lines] = [recordingDatabase(), recordingLogger()];
  const log = new RequestLog(database, lines);
  const workspaceId = randomUUID();
  log.record(callOf(workspaceId, { at: new Date('1999-01-01') }));
  await log.flush();
  expect(lines.lines).toEqual([
    { calls: 1, err: expect.objectContaining({ message: expect.stringContaining('partition') }) },
  ]);
  log.record(callOf(workspaceId));
  await log.close();
  expect(await logged(workspaceId)).toHaveLength(1);
});
