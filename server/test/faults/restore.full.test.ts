import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, expect, test } from 'vitest';
import { sql } from '../../src/platform/db/index.ts';
import { newVisitor, testPassword } from '../accounts.ts';
import { totpCode } from '../authenticator.ts';
import { newLeads } from '../leads-client.ts';
import { cookieFrom, setUpSecondFactor } from '../prepared-requests.ts';
import { testQueue } from '../queue/workers.ts';
import { testService } from '../service.ts';
import { startWebhookReceiver } from '../webhooks/webhook-receiver.ts';
import { webhooksClient } from '../webhooks/webhooks-client.ts';
import { documentedCommands, inShell } from './documented-commands.ts';
import { PostgresCluster } from './postgres-cluster.ts';

const config = { EGRESS_ALLOW: ['127.0.0.0/8'] };
const folder = mkdtempSync(join(tmpdir(), 'outcrop-dump-'));
const dump = join(folder, 'outcrop.dump');
const clusters: PostgresCluster[] = [];
afterAll(async () => {
  await Promise.all(clusters.map((cluster) => cluster.remove()));
  rmSync(folder, { recursive: true });
});

/** An empty PostgreSQL cluster, and its environment variables. */
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

test('after restoring a dump into an empty PostgreSQL, tokens, sessions, second factors and webhook secrets still work', async () => {
  const before = await testService({ config });
  const account = await webhooksClient(before);
  const receiver = await startWebhookReceiver();
  const { webhook, secret } = await account.register(receiver.url);
  const session = await account.workspace.session('admin');
  const factor = await setUpSecondFactor(before, session);
  const [lead] = newLeads(1);
  expect((await account.post([lead])).data.inserted).toBe(1);
  await before.stop();
  await inShell(documentedCommands('Back up', dump), {
    DATABASE_OWNER_URL: before.database.ownerUrl,
  });

  const { cluster, addresses } = await emptyCluster();
  const output = await inShell(documentedCommands('Restore', dump), addresses);
  expect(output).toBe('The roles and an empty database exist.\nThe database is up to date.\n');
  // Repeating the commands changes nothing.
  const repeated = [
    'npm run -s db:create -- --empty',
    'npm run -s db:create',
    'npm run -s db:migrate',
  ];
  expect(await inShell(repeated, addresses)).toBe(`${output}The database is up to date.\n`);

  const database = {
    name: 'outcrop',
    appUrl: cluster.appUrl,
    ownerUrl: cluster.ownerUrl,
    adminUrl: cluster.adminUrl,
  };
  const after = await testService({ database, config });
  const queue = await testQueue([], database);
  await queue.startWorker([], config);
  expect((await fetch(`${after.origin}/readyz`)).status).toBe(200);
  const found = await after.call(account.token, 'GET', '/prospects');
  expect(found.data.prospects).toHaveLength(1);
  const me = (cookie: string) => after.call({ cookie }, 'GET', '/api/v1/manage/me');
  expect((await me(factor.cookie)).status).toBe(200);

  const browser = newVisitor();
  const post = (path: string, body: object, cookie?: string) =>
    after.call({ ...browser, ...(cookie && { cookie }) }, 'POST', `/api/v1/manage${path}`, {
      body,
    });
  const begun = await post('/sign-in', { email: session.email, password: testPassword });
  expect(begun.data).toEqual({ secondFactor: true });
  const code = totpCode(factor.secret);
  const entered = await post('/sign-in/second-factor', { code }, cookieFrom(begun));
  expect(entered.status).toBe(200);
  expect((await me(cookieFrom(entered))).status).toBe(200);

  const again = await after.call(account.token, 'POST', '/leads', { body: { leads: [lead] } });
  expect(again.data).toMatchObject({ inserted: 0, received: 1 });
  await after.call(account.token, 'POST', '/leads', { body: { leads: newLeads(1) } });
  const arrivals = await receiver.waitForRequests(1);
  for (const { body, headers } of arrivals) new Verifier(secret).verify(body, headers);
  const [kept] = await after.owner.query(sql`select 1 from webhook where id = ${webhook.id}`);
  expect(kept).toBeDefined();
});

test('a dump that was restored without the roles is detected, with instructions', async () => {
  const { cluster, addresses } = await emptyCluster();
  const target = Object.assign(new URL(cluster.adminUrl), { pathname: '/outcrop' }).href;
  await inShell(
    [
      `psql --quiet --command='create database outcrop' "$DATABASE_ADMIN_URL"`,
      `pg_restore --dbname="${target}" ${dump} 2>/dev/null || true`,
    ],
    addresses,
  );
  await expect(inShell(['npm run -s db:create'], addresses)).rejects.toThrow(
    'The tables of this database belong to "postgres"',
  );
});
