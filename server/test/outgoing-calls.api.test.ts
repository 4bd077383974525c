import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { allEndpoints } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { boundedFetch } from '../src/core/ai/model-fetch.ts';
import { sql } from '../src/platform/db/index.ts';
import { Egress } from '../src/platform/egress/egress.ts';
import { Mailer } from '../src/platform/mail/mailer.ts';
import { testMailServer } from './mail-server.ts';
import { defaultResponse, type ModelResponse, startModelServer } from './model-server.ts';
import { testService } from './service.ts';
import { httpReceiver } from './test-receiver.ts';

const manage = '/api/v1/manage';
const mail = await testMailServer();
const model = await startModelServer();
const service = await testService({
  config: {
    DATABASE_POOL_SIZE: 4,
    EGRESS_ALLOW: ['127.0.0.0/8'],
    SMTP_URL: mail.url,
    MAIL_FROM: 'Outcrop <outcrop@fernhill.example>',
  },
});

test('a model that hangs holds no database connection, so other workspaces are served', async () => {
  const released = Promise.withResolvers<ModelResponse>();
  model.respondWith(() => released.promise);
  const admins: string[] = [];
  for (let workspaces = 0; workspaces < 5; workspaces++) {
    const admin = await (await service.workspace()).token('admin');
    await service.call(admin, 'PATCH', `${manage}/ai-settings`, {
      body: { provider: 'openai-compatible', model: 'slow', baseUrl: model.baseUrl },
    });
    admins.push(admin);
  }
  const uninvolved = await (await service.workspace()).token('viewer');
  // From here on, each test of a model gives up after 8 s.
  const tries = [...admins, ...admins, ...admins].map((admin) =>
    service.call(admin, 'POST', `${manage}/ai-settings/test`, { body: {} }),
  );
  while (model.requests.length < 4) await sleep(10);
  const statuses = [];
  for (let read = 0; read < 12; read++)
    statuses.push((await service.call(uninvolved, 'GET', '/boards')).status);
  released.resolve(defaultResponse({ system: '"word"' }));
  expect(new Set(statuses)).toEqual(new Set([200]));
  for (const tried of await Promise.all(tries))
    expect(tried).toMatchObject({ status: 200, data: { works: true } });
});

test('concurrent invitations with Idempotency-Keys in a small pool are all created, emailed once and replayed identically', async () => {
  const workspace = await service.workspace();
  const admin = await workspace.session('admin');
  const invited = Array.from({ length: 4 }, () => ({
    body: { email: `${randomUUID()}@outcrop.example`, role: 'viewer', nickname: 'unknown field' },
    headers: { 'idempotency-key': randomUUID() },
  }));
  const invite = () =>
    Promise.all(
      invited.map((request) => service.call(admin, 'POST', `${manage}/invitations`, request)),
    );
  const first = await invite();
  for (const answer of first)
    expect(answer).toMatchObject({ status: 200, data: { mailed: true, link: null } });
  const again = await invite();
  expect(again.map(({ data }) => data)).toEqual(first.map(({ data }) => data));
  expect(again.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual(
    invited.map(() => 'true'),
  );
  expect(first[0]!.data.warnings).toHaveLength(1);
  const addresses = invited.map(({ body }) => body.email);
  expect(mail.emails.map(({ to }) => to).filter((to) => addresses.includes(to))).toHaveLength(4);
  const { data } = await service.call(admin, 'GET', `${manage}/members`);
  expect(data.invitations).toHaveLength(4);
});

test('concurrent requests with one Idempotency-Key create one invitation and send one email', async () => {
  const workspace = await service.workspace();
  const admin = await workspace.session('admin');
  const email = `${randomUUID()}@outcrop.example`;
  const request = {
    body: { email, role: 'viewer' },
    headers: { 'idempotency-key': randomUUID() },
  };
  const answers = await Promise.all(
    Array.from({ length: 3 }, () => service.call(admin, 'POST', `${manage}/invitations`, request)),
  );
  for (const { status } of answers) expect([200, 409]).toContain(status);
  expect(mail.emails.filter(({ to }) => to === email)).toHaveLength(1);
  expect(
    await service.owner.query(sql`
      select 1 from audit_entry
      where workspace_id = ${workspace.id} and action = 'member.invited'`),
  ).toHaveLength(1);
});

test('outgoing calls are refused while a transaction is open, and allowed right after it', async () => {
  const { id } = await service.workspace();
  const egress = new Egress({ allow: ['127.0.0.0/8'] });
  const mailer = new Mailer(mail.url, 'outcrop@fernhill.example', 30_000);
  const { port } = await httpReceiver((_request, response) => void response.end('{}'));
  const url = `http://127.0.0.1:${port}/`;
  const calls: (() => Promise<unknown>)[] = [
    () => egress.request({ url, method: 'GET' }),
    () => boundedFetch(url),
    () => mailer.send({ to: 'a@fernhill.example', subject: 'Hello', text: 'Hello' }),
  ];
  for (const call of calls) {
    for (const begin of ['read', 'transaction'] as const)
      await expect(service.owner[begin](id, async () => call())).rejects.toThrow(
        'while a transaction was open',
      );
    const committed = Promise.withResolvers<void>();
    const [afterwards] = await service.owner.transaction(id, async () => [
      committed.promise.then(call),
    ]);
    committed.resolve();
    await afterwards;
  }
  await egress.close();
  mailer.close();
});

test('only the endpoints that make outgoing calls run without a transaction', () => {
  const without = allEndpoints
    .filter(({ transaction }) => transaction === 'none')
    .map(({ id }): string => id);
  expect(new Set(without)).toEqual(
    new Set([
      'postMailboxesGuess',
      'postMailboxesSignIn',
      'postMailboxesImport',
      'postMailboxesTest',
      'postMailboxTest',
      // A thread cleans the message, and the request may wait for it.
      'getMessageHtml',
      'getMessageAttachment',
      'postCampaignTestEmail',
      'postAiSettingsTest',
      'postAiSettingsModels',
      // These count attempts in Redis.
      'postConnectLook',
      'postConnectConfirm',
      'postConnectDeny',
      'postInvitations',
    ]),
  );
});
