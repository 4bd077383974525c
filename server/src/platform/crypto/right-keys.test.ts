import { createSecretKey, randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { readConfig } from '../../config.ts';
import { startService } from '../../service.ts';
import { Database, raw } from '../db/index.ts';
import { createLog } from '../observe/log.ts';
import { Sealing, type SealingKey } from './sealing.ts';

/** A database of a cell that has not been started yet, as the processes see it. */
async function newCell() {
  const { appUrl, ownerUrl } = await testDatabase();
  const timeouts = { statementMs: 30_000, lockMs: 20_000 };
  const [db, owner] = [appUrl, ownerUrl].map((url) => new Database({ url, poolSize: 2, timeouts }));
  afterAll(async () => {
    await db!.close();
    await owner!.close();
  });
  const start = (...keys: SealingKey[]) => new Sealing(keys).requireRightKeys(db!);
  return { start, owner: owner!, appUrl };
}

const key = (id: string): SealingKey => ({ id, key: createSecretKey(randomBytes(32)) });
const [one, two] = [key('one'), key('two')];

test('the first key is written down by a proof that does not tell it', async () => {
  const { start, owner } = await newCell();
  await start(one);
  await start(one);
  const rows = await owner.ask<{ name: string; proof: Buffer }>(raw('select * from cell_secret'));
  expect(rows.map(({ name }) => name)).toEqual(['sealing one']);
  expect(rows[0]!.proof).toHaveLength(32);
  expect(rows[0]!.proof.equals(one.key.export())).toBe(false);
});

test('another key by the same name is refused', async () => {
  const { start } = await newCell();
  await start(one);
  await expect(start(key('one'))).rejects.toThrow('SECRETS_KEY lacks the key "one"');
  await expect(start(two, key('one'))).rejects.toThrow('SECRETS_KEY lacks the key "one"');
  await start(one);
});

test('a key that has sealed may not be left out, and trying to does no harm', async () => {
  const { start } = await newCell();
  await start(one);
  await expect(start(two)).rejects.toThrow('SECRETS_KEY lacks the key "one"');
  await start(one);
});

test('a rotation passes while processes restart one by one, in either order', async () => {
  const { start, owner } = await newCell();
  await start(one);
  // The new key comes last: those who have it and those who do not may start.
  await start(one, two);
  await start(one);
  // Then first: from here on every process needs both.
  await start(two, one);
  await start(one, two);
  await expect(start(one)).rejects.toThrow('SECRETS_KEY lacks the key "two"');
  await expect(start(two)).rejects.toThrow('SECRETS_KEY lacks the key "one"');
  // Everything has been sealed anew, and the operator says so.
  await owner.ask(raw(`delete from cell_secret where name = 'sealing one'`));
  await start(two);
});

test('of several that start at once with different keys, only one does', async () => {
  const { start } = await newCell();
  const starting = Array.from({ length: 6 }, () => start(key('one')));
  const started = await Promise.allSettled(starting);
  expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('the service does not start with wrong keys, or without any', async () => {
  const { start, appUrl } = await newCell();
  await start(one);
  const config = { ...readConfig(), PORT: 0, DATABASE_URL: appUrl };
  const begin = (SECRETS_KEY: SealingKey[] | undefined) =>
    startService({ ...config, SECRETS_KEY }, createLog('silent'));
  await expect(begin(undefined)).rejects.toThrow('Set SECRETS_KEY');
  await expect(begin([two])).rejects.toThrow('SECRETS_KEY lacks the key "one"');
  const service = await begin([one]);
  await service.stop();
});
