import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { expect, inject, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { migrateTablesAndQueues } from '../../src/operator/migrations.ts';
import { Database } from '../../src/platform/db/index.ts';
import { requireLeastPrivilege } from '../../src/platform/db/privilege.ts';
import { testDatabase } from '../database.ts';
import { connectClient } from './connection.ts';

const database = await testDatabase();
const admin = await connectClient(database.adminUrl);

async function startAs(url: string): Promise<void> {
  const timeouts = { statementMs: 30_000, lockMs: 20_000 };
  const db = new Database({ url, poolSize: 1, timeouts, inBackground: true });
  try {
    await requireLeastPrivilege(db);
  } finally {
    await db.close();
  }
}

/** The URL of a role that is dropped at the end of the test. */
async function scratchRole(attributes: string): Promise<string> {
  const name = `outcrop_scratch_${randomBytes(4).toString('hex')}`;
  await admin.query(`create role ${name} login password 'scratch' ${attributes}`);
  await admin.query(`grant connect on database ${database.name} to ${name}`);
  onTestFinished(async () => {
    await admin.query(`drop owned by ${name}`);
    await admin.query(`drop role ${name}`);
  });
  return Object.assign(new URL(database.appUrl), { username: name, password: 'scratch' }).href;
}

test('a process starts as outcrop_app', async () => {
  await startAs(database.appUrl);
});

test('a process refuses to start as the owner of the tables, or as a member of that role', async () => {
  await expect(startAs(database.ownerUrl)).rejects.toThrow(
    /"outcrop_owner", which owns tables.*Connect as outcrop_app/,
  );
  await expect(startAs(await scratchRole('in role outcrop_owner'))).rejects.toThrow(/owns tables/);
});

test('a process refuses to start as a superuser, or as a role that can become one', async () => {
  await expect(startAs(database.adminUrl)).rejects.toThrow(/is, or can become, a superuser/);
  const { username } = new URL(database.adminUrl);
  await expect(startAs(await scratchRole(`in role ${username}`))).rejects.toThrow(/a superuser/);
});

test('a process refuses to start as a role that bypasses policies, or can become one', async () => {
  const bypassing = await scratchRole('bypassrls');
  await expect(startAs(bypassing)).rejects.toThrow(/row-level security/);
  const heir = await scratchRole(`in role ${new URL(bypassing).username}`);
  await expect(startAs(heir)).rejects.toThrow(/row-level security/);
});

test('the real process reports this and exits', () => {
  const main = fileURLToPath(new URL('../../src/api.ts', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [main], {
    env: { ...process.env, PORT: '0', DATABASE_URL: database.ownerUrl },
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(status).toBe(1);
  expect(stderr).toContain('DATABASE_URL connects as "outcrop_owner", which owns tables');
});

test('a database that only supports ASCII letters is rejected and left unchanged', async () => {
  const name = `${inject('run')}_ascii`;
  await admin.query(
    `create database ${name} owner outcrop_owner
     template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`,
  );
  const url = Object.assign(new URL(readConfig().DATABASE_OWNER_URL), {
    pathname: `/${name}`,
  }).href;
  await expect(migrateTablesAndQueues(url)).rejects.toThrow(
    'This database knows letters of ASCII only: create it with encoding UTF8 and lc_ctype C.UTF-8.',
  );
  const owner = await connectClient(url);
  const { rows } = await owner.query(`select to_regclass('auth.user') as made`);
  expect(rows).toEqual([{ made: null }]);
});
