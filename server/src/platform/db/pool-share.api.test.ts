import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { Database, sql } from './index.ts';

test('one workspace uses at most a quarter of the connections, and another gets one immediately [rate.pool-share]', async () => {
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
