import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { migrate } from '../../src/migrations.ts';
import { createDatabase } from '../../src/platform/db/create.ts';
import { type Patience, runMigrations, usualPatience } from '../../src/platform/db/migrate.ts';
import { testDatabase } from '../database.ts';
import { connect } from './connection.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A database that has one table in use, and a folder of migrations that are due. */
async function ground(files: Record<string, string>) {
  const config = readConfig();
  const name = `${inject('run')}_${randomBytes(4).toString('hex')}`;
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const ownerUrl = at(config.DATABASE_OWNER_URL);
  await createDatabase(config.DATABASE_ADMIN_URL, ownerUrl, at(config.DATABASE_URL));
  const folder = mkdtempSync(join(tmpdir(), 'outcrop-migrations-'));
  folders.push(folder);
  const write = (file: string, text: string) =>
    writeFileSync(join(folder, file), `-- Up Migration\n\n${text};\n`);
  write('0000_busy.sql', 'create table busy (id integer primary key)');
  await runMigrations(ownerUrl, usualPatience, folder);
  for (const [file, text] of Object.entries(files)) write(file, text);
  const owner = await connect(ownerUrl);
  const reader = await connect(ownerUrl);
  const columns = async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and table_name <> 'migration' order by 1`,
    );
    return rows.map((row) => row.name);
  };
  return {
    owner,
    reader,
    columns,
    run: (patience: Partial<Patience> = {}) =>
      runMigrations(ownerUrl, { ...usualPatience, pauseMs: 10, ...patience }, folder),
  };
}

const files = {
  '0001_first.sql': 'create table first (id integer primary key)',
  '0002_changed.sql': 'alter table busy add column note text',
  '0003_last.sql': 'create table last (id integer primary key)',
};

test('a migration of a table that is in use gives way to those who write, and is tried again [migrations.online]', async () => {
  const { reader, owner, columns, run } = await ground(files);
  await reader.query('begin');
  await reader.query('lock table busy in access share mode');
  const said: string[] = [];
  let isReleased = false;
  const applied = await run({
    say: (line) => {
      said.push(line);
      if (isReleased) return;
      isReleased = true;
      // Between two attempts nobody waits for the migration.
      void owner
        .query(`set lock_timeout = '5s'; insert into busy values (1)`)
        .then(() => reader.query('rollback'));
    },
  });
  expect(applied).toEqual(['0001_first', '0002_changed', '0003_last']);
  expect(said[0]).toBe('A table is in use, by a backup perhaps. Trying again (1 of 30) …');
  expect(await columns()).toEqual(['busy.id', 'busy.note', 'first.id', 'last.id']);
});

test('a table that stays in use ends it with a sentence; what was done is kept, and repeating goes on from there [migrations.online]', async () => {
  const { reader, columns, run } = await ground(files);
  await reader.query('begin');
  await reader.query('lock table busy in access share mode');
  await expect(run({ attempts: 2 })).rejects.toThrow(
    'A table is in use and cannot be changed (canceling statement due to lock timeout), after 2 attempts.',
  );
  expect(await columns()).toEqual(['busy.id', 'first.id']);
  await reader.query('rollback');
  expect(await run()).toEqual(['0002_changed', '0003_last']);
});

test('a file that fails leaves nothing of itself', async () => {
  const { columns, run } = await ground({
    ...files,
    '0003_last.sql': 'create table half (id integer); select 1 / 0',
  });
  await expect(run()).rejects.toThrow('division by zero');
  expect(await columns()).toEqual(['busy.id', 'busy.note', 'first.id']);
});

test('an up-to-date database is left alone, beside a backup too [migrations.online]', async () => {
  const { ownerUrl } = await testDatabase();
  const reader = await connect(ownerUrl);
  await reader.query('begin');
  const { rows } = await reader.query<{ all: string }>(
    `select string_agg(format('%I.%I', schemaname, tablename), ', ') as all from pg_tables
     where schemaname in ('public', 'auth', 'pgboss')`,
  );
  await reader.query(`lock table ${rows[0]!.all} in access share mode`);
  expect(await migrate(ownerUrl, { ...usualPatience, attempts: 1 })).toEqual([]);
  await reader.query('rollback');
});
