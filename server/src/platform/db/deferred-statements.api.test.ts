import { expect, onTestFinished, test } from 'vitest';
import { testService } from '../../../test/service.ts';
import { Database, sql, type Tx } from './index.ts';

const service = await testService();

async function inWorkspace() {
  const { id } = await service.workspace();
  const db = new Database({
    url: service.database.appUrl,
    poolSize: 1,
    timeouts: { statementMs: 30_000, lockMs: 20_000 },
    connectTimeoutMs: 30_000,
  });
  onTestFinished(() => db.close());
  return { db, id };
}

const insertList = (tx: Tx, name: string) =>
  sql`insert into list (workspace_id, id, name, name_key)
      values (${tx.workspaceId}, gen_random_uuid(), ${name}, ${name})`;
const names = async (tx: Tx) =>
  (await tx.rows<{ name: string }>(sql`select name from list order by name`)).map(
    ({ name }) => name,
  );

test('a statement sees what was deferred before it, and not what is deferred after it', async () => {
  const { db, id } = await inWorkspace();
  const [first, second] = await db.transaction(id, async (tx) => {
    tx.defer(insertList(tx, 'a'));
    const reading = names(tx);
    tx.defer(insertList(tx, 'b'));
    return [await reading, await names(tx)];
  });
  expect(first).toEqual(['a']);
  expect(second).toEqual(['a', 'b']);
});

test('deferred statements are committed, in the order of the calls, even if nothing is read', async () => {
  const { db, id } = await inWorkspace();
  await db.transaction(id, async (tx) => {
    tx.defer(insertList(tx, 'a'));
    tx.defer(sql`update list set name = name || 'b'`);
    tx.defer(sql`update list set name = name || 'c'`);
  });
  expect(await db.read(id, names)).toEqual(['abc']);
});

test('a deferred statement that fails is the error of the transaction, and nothing is saved', async () => {
  const { db, id } = await inWorkspace();
  const failing = (read: boolean) =>
    db.transaction(id, async (tx) => {
      await tx.run(insertList(tx, 'a'));
      tx.defer(sql`select 1 / 0`);
      if (read) await names(tx);
    });
  await expect(failing(true)).rejects.toThrow('division by zero');
  await expect(failing(false)).rejects.toThrow('division by zero');
  expect(await db.read(id, names)).toEqual([]);
});

test('a handler that ignores the error of a statement cannot commit the rest', async () => {
  const { db, id } = await inWorkspace();
  const ignoring = db.transaction(id, async (tx) => {
    tx.defer(sql`select 1 / 0`);
    await names(tx).catch(() => []);
    tx.defer(insertList(tx, 'a'));
  });
  await expect(ignoring).rejects.toThrow('division by zero');
  expect(await db.read(id, names)).toEqual([]);
});

test('a transaction that has ended sends nothing more, since its connection belongs to others', async () => {
  const { db, id } = await inWorkspace();
  const ended: Tx[] = [];
  await db.transaction(id, async (tx) => {
    ended.push(tx);
    await names(tx);
  });
  const failed = db.transaction(id, async (tx) => {
    ended.push(tx);
    await names(tx);
    throw new Error('on purpose');
  });
  await expect(failed).rejects.toThrow('on purpose');
  for (const tx of ended) await expect(names(tx)).rejects.toThrow('The transaction has ended.');
});
