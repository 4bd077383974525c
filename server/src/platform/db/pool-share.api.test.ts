import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { Database, sql } from './index.ts';

test('one workspace uses at most a quarter of the connections, and another gets one immediately', async () => {
  const { appUrl } = await testDatabase();
  const db = new Database({
    url: appUrl,
    poolSize: 8,
    timeouts: { statementMs: 30_000, lockMs: 5_000 },
    connectTimeoutMs: 30_000,
  });
  onTestFinished(() => db.close());
  const loud = randomUUID();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let [held, most] = [0, 0];
  const hold = () =>
    db.transaction(loud, async (tx) => {
      // The first statement acquires the connection.
      await tx.rows(sql`select 1`);
      most = Math.max(most, ++held);
      await released;
      held--;
    });
  const holders = Array.from({ length: 6 }, hold);
  await expect.poll(() => held).toBe(2);
  expect(await db.read(randomUUID(), (tx) => tx.rows(sql`select 1 as one`))).toEqual([{ one: 1 }]);
  release();
  await Promise.allSettled(holders);
  expect(most).toBe(2);
});

test('look-ups that get no answer in time fail alone while the database answers others', async () => {
  const { appUrl } = await testDatabase();
  const db = new Database({
    url: appUrl,
    poolSize: 2,
    timeouts: { statementMs: 30_000, lockMs: 5_000 },
    connectTimeoutMs: 3_000,
    maxWaitMs: 60_000,
  });
  onTestFinished(() => db.close());
  const answered = () => db.transaction(randomUUID(), (tx) => tx.rows(sql`select 1`));
  await answered();
  const slow = [1, 2].map(() => db.query(sql`select pg_sleep(4)`).catch((error: unknown) => error));
  const waiting = Array.from({ length: 4 }, () => db.query<{ one: number }>(sql`select 1 as one`));
  await answered();
  expect(await Promise.all(slow)).toMatchObject([{ code: 'unavailable' }, { code: 'unavailable' }]);
  expect((await Promise.all(waiting)).flat()).toEqual(Array(4).fill({ one: 1 }));
});
