import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../src/config.ts';
import { jobs } from '../../src/jobs.ts';
import { migrate } from '../../src/operator/migrations.ts';
import { defaultLockRetry, type LockRetry, runMigrations } from '../../src/platform/db/migrate.ts';
import { createLog } from '../../src/platform/observe/log.ts';
import { job } from '../../src/platform/queue/job.ts';
import { migrateQueues } from '../../src/platform/queue/migrate.ts';
import { runs } from '../../src/platform/queue/registry.ts';
import { startWorker } from '../../src/start-worker.ts';
import { testDatabase } from '../database.ts';
import { connect } from './connection.ts';
import { applyBefore, setUpEmpty } from './older-version.ts';

/** A database with one table in use, and a folder of pending migrations. */
async function setUp(files: Record<string, string>) {
  const { ownerUrl, folder } = await setUpEmpty();
  const write = (file: string, text: string) =>
    writeFileSync(join(folder, file), `-- Up Migration\n\n${text};\n`);
  write('0000_busy.sql', 'create table busy (id integer primary key)');
  await runMigrations(ownerUrl, { dir: folder });
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
    run: (retry: Partial<LockRetry> = {}) =>
      runMigrations(ownerUrl, {
        lockRetry: { ...defaultLockRetry, delayMs: 10, ...retry },
        dir: folder,
      }),
  };
}

const files = {
  '0001_first.sql': 'create table first (id integer primary key)',
  '0002_changed.sql': 'alter table busy add column note text',
  '0003_last.sql': 'create table last (id integer primary key)',
};

test('a migration of a table in use does not block writers, and is retried [migrations.online]', async () => {
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
      // Between two attempts no writer waits for the migration.
      void owner
        .query(`set lock_timeout = '5s'; insert into busy values (1)`)
        .then(() => reader.query('rollback'));
    },
  });
  expect(applied).toEqual(['0001_first', '0002_changed', '0003_last']);
  expect(messages[0]).toBe('A table is locked, possibly by a backup. Retrying (1 of 30)…');
  expect(await columns()).toEqual(['busy.id', 'busy.note', 'first.id', 'last.id']);
});

test('a table that stays in use fails with a clear message; finished migrations stay, and a retry continues after them [migrations.online]', async () => {
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

test('each migration is a transaction of its own, and waits for a lock for one second [migrations.online]', async () => {
  const record = `insert into busy select txid_current();
    do $$ begin assert current_setting('lock_timeout') = '1s'; end $$`;
  const { owner, run } = await setUp({ '0001_first.sql': record, '0002_second.sql': record });
  await run();
  const { rows } = await owner.query('select distinct id from busy');
  expect(rows).toHaveLength(2);
});

test('a migration file that fails is rolled back completely', async () => {
  const { columns, run } = await setUp({
    ...files,
    '0003_last.sql': 'create table half (id integer); select 1 / 0',
  });
  await expect(run()).rejects.toThrow('division by zero');
  expect(await columns()).toEqual(['busy.id', 'busy.note', 'first.id']);
});

test('migrating an up-to-date database changes nothing, even during a backup [migrations.online]', async () => {
  const { ownerUrl } = await testDatabase();
  const reader = await connect(ownerUrl);
  await reader.query('begin');
  const { rows } = await reader.query<{ all: string }>(
    `select string_agg(format('%I.%I', schemaname, tablename), ', ') as all from pg_tables
     where schemaname in ('public', 'auth', 'pgboss')`,
  );
  await reader.query(`lock table ${rows[0]!.all} in access share mode`);
  expect(await migrate(ownerUrl, { lockRetry: { ...defaultLockRetry, maxAttempts: 1 } })).toEqual(
    [],
  );
  await reader.query('rollback');
});

test('a waiting delivery keeps its lease when its columns are renamed', async () => {
  const { ownerUrl, folder } = await setUpEmpty();
  await applyBefore('0036', ownerUrl, folder);
  await migrateQueues(
    ownerUrl,
    jobs.map(({ queue }) => queue),
  );
  const owner = await connect(ownerUrl);
  const [workspaceId, webhookId, leaseId] = [randomUUID(), randomUUID(), randomUUID()];
  await owner.query(`insert into workspace (id, name, plan_id) values ($1, 'Fernhill', 'scale')`, [
    workspaceId,
  ]);
  await owner.query(
    `insert into webhook (workspace_id, id, url, events, secret, attendant, attended_until, wake_at)
     values ($1, $2, 'https://fernhill.example/', '{lead.created}', 'sealed', $3, now(), now())`,
    [workspaceId, webhookId, leaseId],
  );
  await owner.query(`insert into pgboss.job (name, data) values ('deliver', $1)`, [
    { webhookId, attendant: leaseId, workspaceId },
  ]);
  await migrate(ownerUrl);
  const { rows } = await owner.query(
    `select job.data from pgboss.job join webhook on lease_id::text = data ->> 'leaseId'
     where name = 'deliver' and leased_until is not null and due_at is not null`,
  );
  expect(rows).toEqual([{ data: { webhookId, leaseId, workspaceId } }]);
});

test('jobs that wait or run during an upgrade are done after it', async () => {
  const { ownerUrl, appUrl, folder } = await setUpEmpty();
  await applyBefore('0041', ownerUrl, folder);
  const waiting = job({ name: 'test.waiting', payload: z.object({ number: z.int() }) });
  await migrateQueues(ownerUrl, [...jobs.map(({ queue }) => queue), waiting]);
  const owner = await connect(ownerUrl);
  const workspaceId = randomUUID();
  await owner.query(`insert into workspace (id, name, plan_id) values ($1, 'Fernhill', 'scale')`, [
    workspaceId,
  ]);
  const sent = { workspaceId, correlationId: null, sentAt: new Date() };
  // The worker of the second one was killed for the upgrade.
  await owner.query(
    `insert into pgboss.job (name, data, priority, state, started_on, heartbeat_on, heartbeat_seconds, retry_limit)
     values ('test.waiting', $1, -1, 'created', null, null, 10, 5),
            ('test.waiting', $2, -2, 'active', now(), now() - interval '1 minute', 10, 5)`,
    [
      { ...sent, number: 1 },
      { ...sent, number: 2 },
    ],
  );
  await migrate(ownerUrl);
  const attempts = new Map<number, number>();
  const worker = await startWorker({ ...readConfig(), DATABASE_URL: appUrl }, createLog('silent'), [
    runs(
      waiting,
      () =>
        ({ number }, { attempt, finish }) =>
          finish(async () => void attempts.set(number, attempt)),
    ),
  ]);
  await expect
    .poll(() => [...attempts].sort())
    .toEqual([
      [1, 1],
      [2, 2],
    ]);
  await worker.stop();
});
