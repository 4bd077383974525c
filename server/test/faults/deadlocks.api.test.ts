import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { Database, sql } from '../../src/platform/db/index.ts';
import type { TestWorkspace } from '../accounts.ts';
import { testDatabase } from '../database.ts';
import { connectClient } from '../engine/connection.ts';
import { type TestService, testService } from '../service.ts';
import { writeRoute } from '../write-route.ts';
import { updateListsRoute } from './update-lists-route.ts';

/** The number of started transactions, and the point where the first two wait for each other. */
let attempts = 0;
let meetAt = (_point: string): Promise<void> | undefined => undefined;
const meetOnce = (where: string) => {
  const both = Promise.withResolvers<void>();
  let arrived = 0;
  attempts = 0;
  meetAt = (point) => {
    if (point !== where) return undefined;
    arrived++;
    if (arrived === 2) both.resolve();
    return both.promise;
  };
};
const extraRoutes = [
  writeRoute,
  updateListsRoute(async (point) => {
    if (point === 'begun') attempts++;
    await meetAt(point);
  }),
];
const service = await testService({ extraRoutes });

const makeLists = async ({ owner }: TestService, workspace: TestWorkspace) => {
  const ids = [randomUUID(), randomUUID()];
  await owner.transaction(workspace.id, (tx) =>
    tx.run(sql`insert into list (workspace_id, id, name, name_key)
               select ${workspace.id}, id, '', id from unnest(${ids}::uuid[]) as id`),
  );
  return ids;
};

/** One dot per update that took effect. */
const dots = async ({ owner }: TestService, workspace: TestWorkspace) => {
  const rows = await owner.query<{ name: string }>(
    sql`select name from list where workspace_id = ${workspace.id} order by id`,
  );
  return rows.map(({ name }) => name.length);
};

test('two writes that deadlock both take effect once', async () => {
  const workspace = await service.workspace();
  const token = await workspace.token('member');
  const listIds = await makeLists(service, workspace);
  meetOnce('touched');
  const update = (ids: string[]) =>
    service.call(token, 'POST', '/test-touches', { body: { listIds: ids } });
  const answers = await Promise.all([update(listIds), update(listIds.toReversed())]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(attempts, 'there was no deadlock').toBeGreaterThan(2);
  expect(await dots(service, workspace)).toEqual([2, 2]);
});

test('writes that fail to serialize are retried and all take effect once', async () => {
  const database = await testDatabase();
  const strict = new URL(database.appUrl);
  strict.searchParams.set('options', '-c default_transaction_isolation=serializable');
  const serializable = await testService({
    database: { ...database, appUrl: strict.href },
    extraRoutes,
  });
  const workspace = await serializable.workspace();
  const token = await workspace.token('member');
  const listIds = await makeLists(serializable, workspace);
  meetOnce('begun');
  const answers = await Promise.all(
    Array.from({ length: 4 }, () =>
      serializable.call(token, 'POST', '/test-touches', { body: { listIds } }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(attempts, 'no transaction was retried').toBeGreaterThan(4);
  expect(await dots(serializable, workspace)).toEqual([4, 4]);
});

test('a row that is locked for too long is 503, not 500', async () => {
  const shortTimeout = await testService({
    database: service.database,
    extraRoutes,
    config: { LOCK_TIMEOUT_MS: 1_000 },
  });
  const workspace = await shortTimeout.workspace();
  const token = await workspace.token('member');
  const listIds = await makeLists(shortTimeout, workspace);
  meetAt = () => undefined;
  const held = await shortTimeout.owner.transaction(workspace.id, async (tx) => {
    await tx.run(sql`update list set name = 'x' where workspace_id = ${workspace.id}`);
    return shortTimeout.call(token, 'POST', '/test-touches', { body: { listIds } });
  });
  expect(held).toMatchObject({ status: 503, error: { code: 'unavailable' } });
  expect(held.headers.get('retry-after')).toBe('1');
});

test('a read that deadlocks with a migration is repeated', async () => {
  const workspace = await service.workspace();
  const migration = await connectClient(service.database.adminUrl);
  // The read is the one that PostgreSQL cancels.
  await migration.query(`set deadlock_timeout = '1h'`);
  await migration.query('begin');
  await migration.query('lock table tag in access exclusive mode');
  const db = new Database({
    url: service.database.appUrl,
    poolSize: 1,
    timeouts: { statementMs: 30_000, lockMs: 20_000 },
  });
  let reads = 0;
  let locked: Promise<unknown> | undefined;
  const rows = await db.read(workspace.id, async (tx) => {
    reads++;
    await tx.rows(sql`select from list limit 1`);
    locked ??= migration
      .query('lock table list in access exclusive mode')
      .then(() => migration.query('rollback'));
    return tx.rows<{ count: number }>(sql`select count(*)::int from tag`);
  });
  expect(rows).toEqual([{ count: 0 }]);
  expect(reads).toBe(2);
  await locked;
  await db.close();
});
