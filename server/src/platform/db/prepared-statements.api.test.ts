import { expect, onTestFinished, test } from 'vitest';
import { testService } from '../../../test/service.ts';
import { Database, sql, type Tx } from './index.ts';

const service = await testService();

async function inWorkspace({ canPrepare = true } = {}) {
  const db = new Database({
    url: service.database.appUrl,
    poolSize: 1,
    timeouts: { statementMs: 30_000, lockMs: 20_000 },
    connectTimeoutMs: 30_000,
    canPrepare,
  });
  onTestFinished(() => db.close());
  const [{ id }, { id: otherId }] = [await service.workspace(), await service.workspace()];
  return { db, id, otherId };
}

const insertList = (tx: Tx, name: string) =>
  sql`insert into list (workspace_id, id, name, name_key)
      values (${tx.workspaceId}, gen_random_uuid(), ${name}, ${name})`;
const names = async (tx: Tx) =>
  (await tx.rows<{ name: string }>(sql`select name from list order by name`)).map(
    ({ name }) => name,
  );
const prepared = async (tx: Tx) =>
  (
    await tx.rows<{ statement: string }>(sql`
      select statement from pg_prepared_statements where name <> ''`)
  ).map(({ statement }) => statement);

test('a statement of a prepared transaction is prepared once, and any workspace can use it', async () => {
  const { db, id, otherId } = await inWorkspace();
  for (const workspaceId of [id, otherId, id])
    await db.preparedTransaction(workspaceId, (tx) => tx.run(insertList(tx, crypto.randomUUID())));
  expect(await db.preparedTransaction(id, names)).toHaveLength(2);
  expect(await db.preparedTransaction(otherId, names)).toHaveLength(1);
  const statements = await db.read(id, prepared);
  expect(statements.filter((text) => text.includes('insert into list'))).toHaveLength(1);
});

test('other transactions prepare nothing', async () => {
  const { db, id } = await inWorkspace();
  await db.transaction(id, (tx) => tx.run(insertList(tx, 'a')));
  expect(await db.read(id, prepared)).toEqual([]);
});

test('a statement that was not prepared because of a failure before it is prepared the next time', async () => {
  const { db, id } = await inWorkspace();
  const failing = db.preparedTransaction(id, async (tx) => {
    tx.defer(sql`select 1 / ${0}::int`);
    await tx.run(insertList(tx, 'a'));
  });
  await expect(failing).rejects.toThrow('division by zero');
  await db.preparedTransaction(id, (tx) => tx.run(insertList(tx, 'b')));
  expect(await db.preparedTransaction(id, names)).toEqual(['b']);
});

test('a single statement of another transaction can be prepared', async () => {
  const { db, id, otherId } = await inWorkspace();
  const select = sql`select name from list where name <> ${'b'}`;
  for (const workspaceId of [id, otherId])
    await db.read(workspaceId, async (tx) => {
      await names(tx);
      await tx.rows(select, { isPrepared: true });
    });
  expect(await db.read(id, prepared)).toEqual([select.text]);
});

test('nothing is prepared if connections do not keep it', async () => {
  const { db, id } = await inWorkspace({ canPrepare: false });
  await db.preparedTransaction(id, (tx) => tx.run(insertList(tx, 'a')));
  await db.read(id, (tx) => tx.rows(sql`select name from list`, { isPrepared: true }));
  expect(await db.read(id, prepared)).toEqual([]);
});

const jit = async (tx: Tx) => (await tx.rows<{ jit: string }>(sql`show jit`))[0]!.jit;

test('no statement of a transaction is compiled', async () => {
  const { db, id } = await inWorkspace();
  expect(await db.transaction(id, jit)).toBe('off');
  expect(await db.preparedTransaction(id, jit)).toBe('off');
  expect(await db.read(id, jit)).toBe('off');
  const show = sql`select current_setting('jit') as jit`;
  expect(await db.runMaintenance<{ jit: string }>(show, 1_000)).toEqual([{ jit: 'off' }]);
});
