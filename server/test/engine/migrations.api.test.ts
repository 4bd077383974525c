import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { migrateTablesAndQueues } from '../../src/operator/migrations.ts';
import { createDatabase } from '../../src/platform/db/create-database.ts';
import {
  databaseSchema,
  defaultLockRetry,
  type LockRetry,
  runMigrations,
} from '../../src/platform/db/schema-migrations.ts';
import { afterTestOrFile } from '../after-test-or-file.ts';
import { testDatabase } from '../database.ts';
import { connectClient } from './connection.ts';

async function emptyDatabase(): Promise<string> {
  const config = readConfig();
  const name = `${inject('run')}_${randomBytes(4).toString('hex')}`;
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const ownerUrl = at(config.DATABASE_OWNER_URL);
  await createDatabase(config.DATABASE_ADMIN_URL, ownerUrl, at(config.DATABASE_URL));
  return ownerUrl;
}

/** Writes a schema of one table into its own folder. The returned function adds changes. */
function writeSchema(changes: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'outcrop-schema-'));
  afterTestOrFile(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'changes'));
  const write = (file: string, text: string) => writeFileSync(join(folder, file), `${text};\n`);
  write('start.sql', 'create table migration (name text primary key)');
  write('busy.sql', 'create table busy (id integer primary key)');
  const add = (files: Record<string, string>) => {
    for (const [file, text] of Object.entries(files)) write(`changes/${file}`, text);
  };
  add(changes);
  return { from: { folder, baseline: ['start', 'busy'] }, write, add };
}

/** A database with one table in use, and pending changes. */
async function setUp(changes: Record<string, string>) {
  const ownerUrl = await emptyDatabase();
  const { from, add, write } = writeSchema();
  await runMigrations(ownerUrl, { from });
  add(changes);
  const owner = await connectClient(ownerUrl);
  const reader = await connectClient(ownerUrl);
  return {
    owner,
    reader,
    write,
    columns: async () => {
      const { rows } = await owner.query<{ name: string }>(
        `select table_name || '.' || column_name as name from information_schema.columns
         where table_schema = 'public' and table_name <> 'migration' order by 1`,
      );
      return rows.map((row) => row.name);
    },
    run: (retry: Partial<LockRetry> = {}, finish = false) =>
      runMigrations(ownerUrl, {
        lockRetry: { ...defaultLockRetry, delayMs: 10, ...retry },
        from,
        finish,
      }),
  };
}

const files = {
  '0001_first.sql': 'create table first (id integer primary key)',
  '0002_changed.sql': 'alter table busy add column note text',
  '0003_last.sql': 'create table last (id integer primary key)',
};

test('a change of a table in use does not block writers, and is retried', async () => {
  const { reader, owner, columns, run } = await setUp(files);
  await reader.query('begin');
  await reader.query('lock table busy in access share mode');
  const messages: string[] = [];
  let isReleased = false;
  const applied = await run({
    log: (line) => {
      messages.push(line);
      if (isReleased) return;
      isReleased = true;
      // Between two attempts no writer waits for the change.
      void owner
        .query(`set lock_timeout = '5s'; insert into busy values (1)`)
        .then(() => reader.query('rollback'));
    },
  });
  expect(applied).toEqual(['0001_first', '0002_changed', '0003_last']);
  expect(messages[0]).toBe('A table is locked, possibly by a backup. Retrying (1 of 30)…');
  expect(await columns()).toEqual(['busy.id', 'busy.note', 'first.id', 'last.id']);
});

test('a table that stays in use fails with a clear message; finished changes stay, and a retry continues after them', async () => {
  const { reader, columns, run } = await setUp(files);
  await reader.query('begin');
  await reader.query('lock table busy in access share mode');
  await expect(run({ maxAttempts: 2 })).rejects.toThrow(
    'A table is locked and could not be changed after 2 attempts (canceling statement due to lock timeout).',
  );
  expect(await columns()).toEqual(['busy.id', 'first.id']);
  await reader.query('rollback');
  expect(await run()).toEqual(['0002_changed', '0003_last']);
});

test('each change is a transaction of its own, and waits for a lock for one second', async () => {
  const record = `insert into busy select txid_current();
    do $$ begin assert current_setting('lock_timeout') = '1s'; end $$`;
  const { owner, run } = await setUp({ '0001_first.sql': record, '0002_second.sql': record });
  await run();
  const { rows } = await owner.query('select distinct id from busy');
  expect(rows).toHaveLength(2);
});

test('a change that fails half-way is rolled back completely', async () => {
  const { columns, run } = await setUp({
    ...files,
    '0003_last.sql': 'create table half (id integer); select 1 / 0',
  });
  await expect(run()).rejects.toThrow('division by zero');
  expect(await columns()).toEqual(['busy.id', 'busy.note', 'first.id']);
});

test('a change that finishes an upgrade waits until it is asked for, and later changes wait behind it', async () => {
  const { run } = await setUp({ ...files, '0003_ended.finish.sql': 'drop table busy' });
  expect(await run()).toEqual(['0001_first', '0002_changed']);
  expect(await run()).toEqual([]);
  expect(await run({}, true)).toEqual(['0003_ended.finish', '0003_last']);
});

test('an index is built online beside a writer, also after an interrupted build', async () => {
  const { reader, owner, run } = await setUp({
    '0001_index.online.sql':
      'drop index concurrently if exists busy_id;\n-- Both; in order.\ncreate index concurrently busy_id on busy (id)',
  });
  // An interrupted build leaves an invalid index.
  await owner.query('insert into busy values (1), (2)');
  await expect(
    owner.query('create unique index concurrently busy_id on busy ((1 / (id - 1)))'),
  ).rejects.toThrow('division by zero');
  await reader.query('begin');
  await reader.query('insert into busy values (3)');
  const built = run();
  const waits = async () =>
    (
      await owner.query(
        `select from pg_locks where locktype = 'virtualxid' and not granted
         and database is null and pid in (select pid from pg_stat_activity where datname = current_database())`,
      )
    ).rowCount;
  await expect.poll(waits).toBe(1);
  await owner.query('insert into busy values (4)');
  await reader.query('commit');
  expect(await built).toEqual(['0001_index.online']);
  const { rows } = await owner.query(
    `select indisvalid from pg_index where indexrelid = 'busy_id'::regclass`,
  );
  expect(rows).toEqual([{ indisvalid: true }]);
});

test('of two processes that migrate at the same time, one waits and then has nothing to do', async () => {
  const ownerUrl = await emptyDatabase();
  const { from } = writeSchema(files);
  const both = await Promise.all([
    runMigrations(ownerUrl, { from }),
    runMigrations(ownerUrl, { from }),
  ]);
  expect(both.map(({ length }) => length).sort()).toEqual([0, 4]);
});

test('a database of another baseline is not touched', async () => {
  const { run, write } = await setUp(files);
  write('busy.sql', '-- A comment changes nothing.\ncreate table busy (id  integer primary key)');
  expect(await run()).toHaveLength(3);
  write('busy.sql', 'create table busy (id bigint primary key)');
  await expect(run()).rejects.toThrow('created with another baseline');
});

test('the baseline consists of all files of the schema', () => {
  const existing = readdirSync(databaseSchema.folder).flatMap((file) =>
    file.endsWith('.sql') ? file.slice(0, -'.sql'.length) : [],
  );
  expect(existing.sort()).toEqual([...databaseSchema.baseline].sort());
});

test('migrating an up-to-date database changes nothing, even during a backup', async () => {
  const { ownerUrl } = await testDatabase();
  const reader = await connectClient(ownerUrl);
  await reader.query('begin');
  const { rows } = await reader.query<{ all: string }>(
    `select string_agg(format('%I.%I', schemaname, tablename), ', ') as all from pg_tables
     where schemaname in ('public', 'auth', 'pgboss')`,
  );
  await reader.query(`lock table ${rows[0]!.all} in access share mode`);
  expect(
    await migrateTablesAndQueues(ownerUrl, { lockRetry: { ...defaultLockRetry, maxAttempts: 1 } }),
  ).toEqual([]);
  await reader.query('rollback');
});
