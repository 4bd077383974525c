import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Webhook as Verifier } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { sql } from '../../src/platform/db/index.ts';
import { testDatabase } from '../database.ts';
import { testQueue } from '../queue/workers.ts';
import { wholeDatabase } from '../secrets-scan.ts';
import { testService } from '../service.ts';
import { respondWithStatus, startWebhookReceiver } from './webhook-receiver.ts';
import { setUpWebhooks, webhooksClient } from './webhooks-client.ts';

test('a webhook secret is never in logs, jobs or errors, and only encrypted in the database', async () => {
  const { service, queue, startWorker } = await setUpWebhooks();
  await startWorker();
  const receiver = await startWebhookReceiver();
  const account = await webhooksClient(service);
  const headers = { 'idempotency-key': randomUUID() };
  const body = { url: receiver.url, events: ['*'] };
  const made = await account.ask('POST', '/webhooks', { body, headers });
  const { webhook, secret } = made.data;
  const again = await account.ask('POST', '/webhooks', { body, headers });
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.data).toEqual(made.data);

  const rotation = { body: {}, headers: { 'idempotency-key': randomUUID() } };
  const rotated = await account.ask('POST', `/webhooks/${webhook.id}/rotate-secret`, rotation);
  await account.addProspects(2);
  await receiver.waitForRequests(2);
  receiver.respondWith(respondWithStatus(500));
  await account.addProspects(1);
  await receiver.waitForRequests(3);
  // A secret that cannot be decrypted fails the job, which is logged and stored.
  await service.owner.query(sql`update webhook set secret = 's1.test.' || secret`);
  await account.addProspects(1);
  await expect
    .poll(() => queue.log.some(({ job, level }) => job === 'deliver' && Number(level) >= 40), {})
    .toBe(true);
  await account.ask('POST', '/webhooks', { body: { ...body, secret } });
  await account.ask('PATCH', `/webhooks/${webhook.id}`, { body: { url: secret } });

  const database = await wholeDatabase(service.owner, account.workspace.id);
  expect(database.length).toBeGreaterThan(30);
  const sources = { log: [...service.log, ...queue.log], database };
  for (const [source, found] of Object.entries(sources)) {
    const text = JSON.stringify(found);
    for (const value of [secret, rotated.data.secret]) {
      const bytes = value.slice('whsec_'.length);
      const hex = Buffer.from(bytes, 'base64').toString('hex');
      expect(text.includes(bytes), `${source}, as base64`).toBe(false);
      expect(text.includes(hex), `${source}, as bytes`).toBe(false);
    }
  }
  expect(database.some((row) => row.includes('s1.test.'))).toBe(true);
});

const run = promisify(execFile);
const main = fileURLToPath(new URL('../../src/operator/reseal.ts', import.meta.url));
const newKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;

test('all secrets can be encrypted with a new key, and then the old key is not needed', async () => {
  const [old, young] = [newKey('old'), newKey('young')];
  const database = await testDatabase();
  const keysOf = (SECRETS_KEY: string) => readConfig({ ...process.env, SECRETS_KEY }).SECRETS_KEY!;
  const allowed = { EGRESS_ALLOW: ['127.0.0.0/8'] };
  const settings = (keys: string) => ({ ...allowed, SECRETS_KEY: keysOf(keys) });
  const before = await testService({ database, config: settings(old) });
  const account = await webhooksClient(before);
  const receiver = await startWebhookReceiver();
  const headers = { 'idempotency-key': randomUUID() };
  const body = { url: receiver.url, events: ['*'] };
  const made = await account.ask('POST', '/webhooks', { body, headers });
  const { webhook, secret } = made.data;
  const { secret: second } = await account.call('POST', `/webhooks/${webhook.id}/rotate-secret`);
  await before.stop();

  const environment = (SECRETS_KEY: string) => ({
    env: { ...process.env, DATABASE_OWNER_URL: database.ownerUrl, SECRETS_KEY },
  });
  await expect(run(process.execPath, [main], environment(young))).rejects.toThrow(
    'SECRETS_KEY is missing the key "old"',
  );
  const { stdout } = await run(process.execPath, [main], environment(`${young},${old}`));
  expect(stdout).toBe(
    'secrets of webhooks: 1 resealed\n' +
      'earlier secrets of webhooks: 1 resealed\n' +
      'secrets of mailboxes: 0 resealed\n' +
      'access tokens of mailboxes: 0 resealed\n' +
      'keys of model providers: 0 resealed\n' +
      'stored responses: 1 resealed\n' +
      'second factors: 0 resealed\n' +
      'The key "old" is no longer used. Remove it from SECRETS_KEY.\n',
  );

  const after = await testService({ database, config: settings(young) });
  const queue = await testQueue([], database);
  await queue.startWorker([], settings(young));
  const repeated = await after.call(account.admin, 'POST', '/api/v1/manage/webhooks', {
    body,
    headers,
  });
  expect(repeated.data).toEqual(made.data);
  const leads = [{ email: 'amara@acme.example' }];
  await after.call(account.token, 'POST', '/leads', { body: { leads } });
  const request = (await receiver.waitForRequests(1))[0]!;
  for (const value of [secret, second]) new Verifier(value).verify(request.body, request.headers);
});
