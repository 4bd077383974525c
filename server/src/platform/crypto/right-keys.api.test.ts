import { createSecretKey, randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { readConfig } from '../../config.ts';
import { startService } from '../../service.ts';
import { Database, raw } from '../db/index.ts';
import { createLog } from '../observe/log.ts';
import { Sealing, type SealingKey } from './sealing.ts';

/** A database of a cell that has not been started yet. */
async function newCell() {
  const { appUrl, ownerUrl } = await testDatabase();
  const timeouts = { statementMs: 30_000, lockMs: 20_000 };
  const [db, owner] = [appUrl, ownerUrl].map(
    (url) => new Database({ url, poolSize: 2, timeouts, inBackground: true }),
  );
  afterAll(async () => {
    await db!.close();
    await owner!.close();
  });
  const start = (...keys: SealingKey[]) => new Sealing(keys).requireValidKeys(db!);
  return { start, owner: owner!, appUrl };
}

const key = (id: string): SealingKey => ({ id, key: createSecretKey(randomBytes(32)) });
const [one, two] = [key('one'), key('two')];

test('the first key is stored as a proof that does not reveal it', async () => {
  const { start, owner } = await newCell();
  await start(one);
  await start(one);
  const rows = await owner.query<{ name: string; proof: Buffer }>(raw('select * from cell_secret'));
  expect(rows.map(({ name }) => name)).toEqual(['sealing one']);
  expect(rows[0]!.proof).toHaveLength(32);
  expect(rows[0]!.proof.equals(one.key.export())).toBe(false);
});

test('another key with the same id is rejected', async () => {
  const { start } = await newCell();
  await start(one);
  await expect(start(key('one'))).rejects.toThrow('SECRETS_KEY is missing the key "one"');
  await expect(start(two, key('one'))).rejects.toThrow('SECRETS_KEY is missing the key "one"');
  await start(one);
});

test('a key in use cannot be removed, and the attempt has no effect', async () => {
  const { start } = await newCell();
  await start(one);
  await expect(start(two)).rejects.toThrow('SECRETS_KEY is missing the key "one"');
  await start(one);
});

test('a key rotation works while processes restart one by one, in either order', async () => {
  const { start, owner } = await newCell();
  await start(one);
  // The new key is listed last: processes with and without it can start.
  await start(one, two);
  await start(one);
  // Then the new key is listed first: from now on every process needs both.
  await start(two, one);
  await start(one, two);
  await expect(start(one)).rejects.toThrow('SECRETS_KEY is missing the key "two"');
  await expect(start(two)).rejects.toThrow('SECRETS_KEY is missing the key "one"');
  // Everything has been resealed, and the operator confirms it.
  await owner.query(raw(`delete from cell_secret where name = 'sealing one'`));
  await start(two);
});

test('of several processes that start with different keys, only one succeeds', async () => {
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
  await expect(begin(undefined)).rejects.toThrow('SECRETS_KEY: Missing');
  await expect(begin([two])).rejects.toThrow('SECRETS_KEY is missing the key "one"');
  const service = await begin([one]);
  await service.stop();
});
