import { eventKinds } from '@outcrop/contract';
import { Webhook as Verifier } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { verifyWebhook } from '../../../client/src/webhooks.ts';
import { respondWithStatus, startWebhookReceiver } from '../../test/webhooks/webhook-receiver.ts';
import {
  setUpWebhooks,
  startSubscription,
  webhooksClient,
} from '../../test/webhooks/webhooks-client.ts';
import { sql } from '../platform/db/index.ts';

const { service, startWorker } = await setUpWebhooks();
await startWorker();

const address = 'https://receiver.example/hook';

test('a webhook is created with a URL and event kinds; its secret is returned once', async () => {
  const account = await webhooksClient(service);
  const given = ['reply.received', 'prospect.created', 'reply.received'];
  const { webhook, secret } = await account.register(address, given);
  expect(webhook).toEqual({
    id: expect.any(String),
    url: address,
    events: ['reply.received', 'prospect.created'],
    enabled: true,
    disabledReason: null,
    failingSince: null,
    lastDay: { delivered: 0, failed: 0 },
    createdAt: expect.any(String),
  });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(await account.webhook(webhook.id)).toEqual(webhook);
  expect(await account.call('GET', '/webhooks')).toEqual({ webhooks: [webhook] });
  const changed = await account.change(webhook.id, { events: ['prospect.tagged', '*'] });
  expect(changed.events).toEqual(['*']);
  expect(await account.audit('webhook.created')).toMatchObject([
    { target: webhook.id, detail: { url: new URL(address).origin } },
  ]);
  expect(await account.audit('webhook.edited')).toMatchObject([{ detail: { events: ['*'] } }]);
  const responses = JSON.stringify([
    await account.call('GET', '/webhooks'),
    await account.call('GET', '/audit'),
  ]);
  expect(responses).not.toContain(secret.slice(6));
});

test('the audit log stores only the origin of a URL', async () => {
  const account = await webhooksClient(service);
  const secretly = (path: string) => `https://receiver.example:8443/${path}?key=canary-4f2a#canary`;
  const { webhook } = await account.register(secretly('canary-one'));
  await account.change(webhook.id, { url: secretly('canary-two') });
  await account.call('DELETE', `/webhooks/${webhook.id}`);
  const actions = ['webhook.created', 'webhook.edited', 'webhook.deleted'] as const;
  for (const action of actions)
    expect(await account.audit(action)).toMatchObject([
      { detail: { url: 'https://receiver.example:8443' } },
    ]);
  const kept = await service.owner.query(sql`
    select from audit_entry where workspace_id = ${account.workspace.id} and detail::text like '%canary%'`);
  expect(kept).toEqual([]);
});

test('there are twenty-five event kinds, and unknown ones are rejected', async () => {
  const account = await webhooksClient(service);
  expect(eventKinds).toHaveLength(25);
  expect((await account.register(address, eventKinds)).webhook.events).toEqual(eventKinds);
  for (const events of [['prospect.renamed'], [], ['**'], 'prospect.created'])
    expect(
      (await account.ask('POST', '/webhooks', { body: { url: address, events } })).status,
    ).toBe(422);
});

test('a workspace has at most twenty webhooks, even when they are created concurrently', async () => {
  const account = await webhooksClient(service);
  const body = { url: address, events: ['*'] };
  const codes = await Promise.all(
    Array.from(
      { length: 25 },
      async () => (await account.ask('POST', '/webhooks', { body })).status,
    ),
  );
  expect(codes.filter((code) => code === 200)).toHaveLength(20);
  const { error, status: code } = await account.ask('POST', '/webhooks', { body });
  expect(code).toBe(422);
  expect(error.message).toBe('url exceeds the limit of 20 webhooks per workspace.');
  const { webhooks } = await account.call('GET', '/webhooks');
  expect(webhooks).toHaveLength(20);
  await account.call('DELETE', `/webhooks/${webhooks[0].id}`);
  await account.register(address);
});

test('both secrets sign for a day after a rotation, then only the new one', async () => {
  const { hook, account, webhook, secret: first } = await startSubscription(service);
  const rotate = () => account.call('POST', `/webhooks/${webhook.id}/rotate-secret`);
  const { secret: second, previousEndsAt } = await rotate();
  expect(Date.parse(previousEndsAt) - Date.now()).toBeGreaterThan(86_390_000);
  expect(Date.parse(previousEndsAt) - Date.now()).toBeLessThan(86_410_000);
  await account.addProspects(1);
  const [both] = await hook.waitForRequests(1);
  expect(both!.headers['webhook-signature']!.split(' ')).toHaveLength(2);
  for (const secret of [first, second]) {
    expect(new Verifier(secret).verify(both!.body, both!.headers)).toEqual(both!.event);
    expect(await verifyWebhook({ payload: both!.body, headers: both!.headers, secret })).toEqual(
      both!.event,
    );
  }

  await service.owner.query(
    sql`update webhook set previous_secret_until = now() where workspace_id = ${account.workspace.id}`,
  );
  await account.addProspects(1);
  const [, alone] = await hook.waitForRequests(2);
  expect(alone!.headers['webhook-signature']!.split(' ')).toHaveLength(1);
  expect(new Verifier(second).verify(alone!.body, alone!.headers)).toEqual(alone!.event);
  expect(() => new Verifier(first).verify(alone!.body, alone!.headers)).toThrow();

  const { secret: third } = await rotate();
  await account.addProspects(1);
  const newest = (await hook.waitForRequests(3))[2]!;
  for (const [secret, isValid] of [
    [first, false],
    [second, true],
    [third, true],
  ] as const)
    expect(
      await verifyWebhook({ payload: newest.body, headers: newest.headers, secret }).then(
        () => true,
        () => false,
      ),
    ).toBe(isValid);
  expect(await account.audit('webhook.secret_rotated')).toHaveLength(2);
});

test('a test event goes to one webhook only, whatever it subscribes to, and appears in its log', async () => {
  const [one, other] = [await startWebhookReceiver(), await startWebhookReceiver()];
  const account = await webhooksClient(service);
  const { webhook } = await account.register(one.url, ['reply.received']);
  const { webhook: unrelated } = await account.register(other.url);
  const { eventId } = await account.call('POST', `/webhooks/${webhook.id}/test`);
  const { event } = (await one.waitForRequests(1))[0]!;
  expect(event).toMatchObject({
    id: eventId,
    type: 'webhook.test',
    data: { webhookId: webhook.id },
  });
  const [delivery] = await account.waitForDeliveries(
    webhook.id,
    (sent) => sent.status === 'delivered',
  );
  expect(delivery).toMatchObject({ eventId, eventType: 'webhook.test' });
  expect(await account.log(unrelated.id)).toEqual([]);
});

test('after a URL change all deliveries go to the new URL, and the failing time is reset', async () => {
  const [broken, working] = [await startWebhookReceiver(), await startWebhookReceiver()];
  broken.respondWith(respondWithStatus(500));
  const account = await webhooksClient(service);
  const { webhook } = await account.register(broken.url);
  await account.addProspects(1);
  await account.waitForDeliveries(webhook.id, ({ attempts }) => attempts === 1);
  expect((await account.webhook(webhook.id)).failingSince).not.toBeNull();
  const changed = await account.change(webhook.id, { url: working.url });
  expect(changed).toMatchObject({ url: working.url, failingSince: null });
  await working.waitForRequests(1);
  expect(working.requests[0]!.event.id).toBe(broken.requests[0]!.event.id);
});

test('a deleted webhook gets nothing more, and its log is deleted', async () => {
  const { hook, account, webhook } = await startSubscription(service);
  hook.respondWith(respondWithStatus(500));
  await account.addProspects(1);
  const [delivery] = await account.waitForDeliveries(webhook.id, ({ attempts }) => attempts === 1);
  await account.call('DELETE', `/webhooks/${webhook.id}`);
  for (const path of [
    `/webhooks/${webhook.id}`,
    `/webhooks/${webhook.id}/deliveries`,
    `/deliveries/${delivery!.id}`,
  ])
    expect((await account.ask('GET', path)).status).toBe(404);
  expect((await account.ask('POST', `/deliveries/${delivery!.id}/replay`)).status).toBe(404);

  const other = await startWebhookReceiver();
  await account.register(other.url);
  await service.owner.query(
    sql`update delivery set next_attempt_at = now() where workspace_id = ${account.workspace.id} and status = 'pending'`,
  );
  await account.addProspects(1);
  await other.waitForRequests(1);
  // The retry of the failed attempt also becomes due.
  const waiting = () =>
    service.owner.query(sql`
      select from pgboss.job where data ->> 'workspaceId' = ${account.workspace.id} and state < 'completed'`);
  await expect.poll(waiting).toEqual([]);
  expect(hook.requests).toHaveLength(1);
  expect(await account.audit('webhook.deleted')).toMatchObject([{ target: webhook.id }]);
});

test('the public API has no webhook endpoints [webhooks.not-in-the-api]', async () => {
  const account = await webhooksClient(service);
  for (const path of ['/webhooks', '/events', '/deliveries'])
    expect((await service.call(account.token, 'GET', path)).status).toBe(404);
});
