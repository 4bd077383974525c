import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, expect, test } from 'vitest';
import { sql } from '../../src/platform/db/index.ts';
import { password, visitor } from '../accounts.ts';
import { codeOf } from '../authenticator.ts';
import { newLeads } from '../importer.ts';
import { testQueue } from '../queue/workers.ts';
import { cookieIn, setUpSecondFactor } from '../rehearsals.ts';
import { testService } from '../service.ts';
import { subscriber } from '../webhooks/ground.ts';
import { startHook } from '../webhooks/hook.ts';
import { binary } from './postgres-binaries.ts';
import { PostgresCluster } from './postgres-cluster.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const page = readFileSync(join(root, 'docs/backup.md'), 'utf8');
const config = { EGRESS_ALLOW: ['127.0.0.0/8'] };
const folder = mkdtempSync(join(tmpdir(), 'outcrop-dump-'));
const clusters: PostgresCluster[] = [];
afterAll(async () => {
  await Promise.all(clusters.map((cluster) => cluster.remove()));
  rmSync(folder, { recursive: true });
});

/** A PostgreSQL with nothing in it, and how the commands find it. */
async function emptyCluster() {
  const cluster = await PostgresCluster.empty();
  clusters.push(cluster);
  const addresses = {
    DATABASE_ADMIN_URL: cluster.adminUrl,
    DATABASE_OWNER_URL: cluster.ownerUrl,
    DATABASE_URL: cluster.appUrl,
  };
  return { cluster, addresses };
}

/** The commands under a heading of the page. */
function commandsOf(heading: string): string[] {
  const section = page.split(`\n## ${heading}\n`)[1]!.split('\n## ')[0]!;
  return section
    .split('\n')
    .filter((line) => line.startsWith('$ '))
    .map((line) => line.slice(2).replaceAll('outcrop.dump', join(folder, 'outcrop.dump')));
}

const run = promisify(execFile);
/** Runs commands as an operator would, in the repository, with these addresses. */
async function inShell(commands: string[], environment: Record<string, string>): Promise<string> {
  const path = `${dirname(binary('pg_dump'))}:${process.env['PATH']}`;
  const { stdout } = await run('bash', ['-euc', commands.join('\n')], {
    cwd: root,
    env: { ...process.env, ...environment, PATH: path },
  });
  return stdout;
}

test('a dump that is restored into an empty PostgreSQL goes on where it was: tokens, sessions, second factors and webhook secrets work [backup.restore]', async () => {
  const before = await testService({ config });
  const account = await subscriber(before);
  const hook = await startHook();
  const { webhook, secret } = await account.register(hook.url);
  const session = await account.workspace.session('admin');
  const factor = await setUpSecondFactor(before, session);
  const [lead] = newLeads(1);
  expect((await account.post([lead])).data.inserted).toBe(1);
  await before.stop();
  await inShell(commandsOf('Back up'), { DATABASE_OWNER_URL: before.database.ownerUrl });

  const { cluster, addresses } = await emptyCluster();
  const said = await inShell(commandsOf('Restore'), addresses);
  expect(said).toBe('The roles and an empty database are there.\nThe database is up to date.\n');
  // Repeating any of it changes nothing.
  const repeated = [
    'npm run -s db:create -- --empty',
    'npm run -s db:create',
    'npm run -s db:migrate',
  ];
  expect(await inShell(repeated, addresses)).toBe(`${said}The database is up to date.\n`);

  const database = {
    name: 'outcrop',
    appUrl: cluster.appUrl,
    ownerUrl: cluster.ownerUrl,
    adminUrl: cluster.adminUrl,
  };
  const after = await testService({ database, config });
  const queue = await testQueue([], database);
  await queue.worker([], config);
  expect((await fetch(`${after.origin}/readyz`)).status).toBe(200);
  const found = await after.call(account.token, 'GET', '/prospects');
  expect(found.data.prospects).toHaveLength(1);
  const me = (cookie: string) => after.call({ cookie }, 'GET', '/api/v1/manage/me');
  expect((await me(factor.cookie)).status).toBe(200);

  const browser = visitor();
  const post = (path: string, body: object, cookie?: string) =>
    after.call({ ...browser, ...(cookie && { cookie }) }, 'POST', `/api/v1/manage${path}`, {
      body,
    });
  const begun = await post('/sign-in', { email: session.email, password });
  expect(begun.data).toEqual({ secondFactor: true });
  const code = codeOf(factor.secret);
  const entered = await post('/sign-in/second-factor', { code }, cookieIn(begun));
  expect(entered.status).toBe(200);
  expect((await me(cookieIn(entered))).status).toBe(200);

  const again = await after.call(account.token, 'POST', '/leads', { body: { leads: [lead] } });
  expect(again.data).toMatchObject({ inserted: 0, received: 1 });
  await after.call(account.token, 'POST', '/leads', { body: { leads: newLeads(1) } });
  const arrivals = await hook.atLeast(1);
  for (const { body, headers } of arrivals) new Verifier(secret).verify(body, headers);
  const [kept] = await after.owner.ask(sql`select 1 from webhook where id = ${webhook.id}`);
  expect(kept).toBeDefined();
}, 180_000);

test('a dump that was restored without the roles is told apart, with what to do [backup.restore]', async () => {
  const { cluster, addresses } = await emptyCluster();
  const target = Object.assign(new URL(cluster.adminUrl), { pathname: '/outcrop' }).href;
  await inShell(
    [
      `psql --quiet --command='create database outcrop' "$DATABASE_ADMIN_URL"`,
      `pg_restore --dbname="${target}" ${join(folder, 'outcrop.dump')} 2>/dev/null || true`,
    ],
    addresses,
  );
  await expect(inShell(['npm run -s db:create'], addresses)).rejects.toThrow(
    'Tables of this database belong to "postgres"',
  );
}, 120_000);
