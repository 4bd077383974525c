import { eventKinds } from '@outcrop/contract';
import { Webhook as Verifier } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { verifyWebhook } from '../../../client/src/webhooks.ts';
import { subscriber, webhookGround } from '../../test/webhooks/ground.ts';
import { startHook, status } from '../../test/webhooks/hook.ts';
import { sql } from '../platform/db/index.ts';

const { service, startWorker } = await webhookGround();
await startWorker();

const address = 'https://receiver.example/hook';

test('a webhook is registered with an address and kinds; its secret is told once [webhooks.register webhooks.secret-once]', async () => {
  const account = await subscriber(service);
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
  const told = JSON.stringify([
    await account.call('GET', '/webhooks'),
    await account.call('GET', '/audit'),
  ]);
  expect(told).not.toContain(secret.slice(6));
});

test('the audit log keeps the host of an address, and nothing behind it [webhooks.audited-host]', async () => {
  const account = await subscriber(service);
  const secretly = (path: string) => `https://receiver.example:8443/${path}?key=canary-4f2a#canary`;
  const { webhook } = await account.register(secretly('canary-one'));
  await account.change(webhook.id, { url: secretly('canary-two') });
  await account.call('DELETE', `/webhooks/${webhook.id}`);
  const actions = ['webhook.created', 'webhook.edited', 'webhook.deleted'] as const;
  for (const action of actions)
    expect(await account.audit(action)).toMatchObject([
      { detail: { url: 'https://receiver.example:8443' } },
    ]);
  const kept = await service.owner.ask(sql`
    select from audit_entry where workspace_id = ${account.workspace.id} and detail::text like '%canary%'`);
  expect(kept).toEqual([]);
});

test('a change that changes nothing leaves no trace', async () => {
  const account = await subscriber(service);
  const { webhook } = await account.register(address);
  expect(await account.change(webhook.id, { url: address, events: ['*'], enabled: true })).toEqual(
    webhook,
  );
  expect(await account.audit('webhook.edited')).toEqual([]);
});

test('there are nineteen kinds, and no other can be asked for [events.kinds]', async () => {
  const account = await subscriber(service);
  expect(eventKinds).toHaveLength(19);
  expect((await account.register(address, eventKinds)).webhook.events).toEqual(eventKinds);
  for (const events of [['prospect.renamed'], [], ['**'], 'prospect.created'])
    expect(
      (await account.ask('POST', '/webhooks', { body: { url: address, events } })).status,
    ).toBe(422);
});

test('a workspace has at most twenty webhooks, also when they are made at once', async () => {
  const account = await subscriber(service);
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
  expect(error.message).toBe('url would be one more than the 20 webhooks a workspace can have.');
  const { webhooks } = await account.call('GET', '/webhooks');
  expect(webhooks).toHaveLength(20);
  await account.call('DELETE', `/webhooks/${webhooks[0].id}`);
  await account.register(address);
});

test('for a day after a rotation both secrets sign, then the new one alone [webhooks.secret-rotation]', async () => {
  const hook = await startHook();
  const account = await subscriber(service);
  const { webhook, secret: first } = await account.register(hook.url);
  const rotate = () => account.call('POST', `/webhooks/${webhook.id}/rotate-secret`);
  const { secret: second, previousEndsAt } = await rotate();
  expect(Date.parse(previousEndsAt) - Date.now()).toBeGreaterThan(86_390_000);
  expect(Date.parse(previousEndsAt) - Date.now()).toBeLessThan(86_410_000);
  await account.people(1);
  const [both] = await hook.atLeast(1);
  expect(both!.headers['webhook-signature']!.split(' ')).toHaveLength(2);
  for (const secret of [first, second]) {
    expect(new Verifier(secret).verify(both!.body, both!.headers)).toEqual(both!.event);
    expect(await verifyWebhook({ payload: both!.body, headers: both!.headers, secret })).toEqual(
      both!.event,
    );
  }

  await service.owner.ask(
    sql`update webhook set previous_secret_until = now() where workspace_id = ${account.workspace.id}`,
  );
  await account.people(1);
  const [, alone] = await hook.atLeast(2);
  expect(alone!.headers['webhook-signature']!.split(' ')).toHaveLength(1);
  expect(new Verifier(second).verify(alone!.body, alone!.headers)).toEqual(alone!.event);
  expect(() => new Verifier(first).verify(alone!.body, alone!.headers)).toThrow();

  const { secret: third } = await rotate();
  await account.people(1);
  const newest = (await hook.atLeast(3))[2]!;
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

test('a test event goes to one webhook alone, whatever it subscribes to, and stands in its log [webhooks.log]', async () => {
  const [one, other] = [await startHook(), await startHook()];
  const account = await subscriber(service);
  const { webhook } = await account.register(one.url, ['reply.received']);
  const { webhook: beside } = await account.register(other.url);
  const { eventId } = await account.call('POST', `/webhooks/${webhook.id}/test`);
  const { event } = (await one.atLeast(1))[0]!;
  expect(event).toMatchObject({
    id: eventId,
    type: 'webhook.test',
    data: { webhookId: webhook.id },
  });
  const [delivery] = await account.settled(webhook.id, (sent) => sent.status === 'delivered');
  expect(delivery).toMatchObject({ eventId, eventType: 'webhook.test' });
  expect(await account.log(beside.id)).toEqual([]);
});

test('another address is where everything goes from then on, and begins without blame', async () => {
  const [broken, mended] = [await startHook(), await startHook()];
  broken.answer(status(500));
  const account = await subscriber(service);
  const { webhook } = await account.register(broken.url);
  await account.people(1);
  await account.settled(webhook.id, ({ attempts }) => attempts === 1);
  expect((await account.webhook(webhook.id)).failingSince).not.toBeNull();
  const changed = await account.change(webhook.id, { url: mended.url });
  expect(changed).toMatchObject({ url: mended.url, failingSince: null });
  await mended.atLeast(1);
  expect(mended.arrivals[0]!.event.id).toBe(broken.arrivals[0]!.event.id);
});

test('a webhook that is removed is sent nothing more, and its log is gone with it', async () => {
  const hook = await startHook();
  const account = await subscriber(service);
  const { webhook } = await account.register(hook.url);
  hook.answer(status(500));
  await account.people(1);
  const [delivery] = await account.settled(webhook.id, ({ attempts }) => attempts === 1);
  await account.call('DELETE', `/webhooks/${webhook.id}`);
  for (const path of [
    `/webhooks/${webhook.id}`,
    `/webhooks/${webhook.id}/deliveries`,
    `/deliveries/${delivery!.id}`,
  ])
    expect((await account.ask('GET', path)).status).toBe(404);
  expect((await account.ask('POST', `/deliveries/${delivery!.id}/replay`)).status).toBe(404);

  const other = await startHook();
  await account.register(other.url);
  await service.owner.ask(
    sql`update delivery set next_attempt_at = now() where workspace_id = ${account.workspace.id} and status = 'pending'`,
  );
  await account.people(1);
  await other.atLeast(1);
  // The reminder of the attempt that failed comes, too.
  const waiting = () =>
    service.owner.ask(sql`
      select from pgboss.job where data ->> 'workspaceId' = ${account.workspace.id} and state < 'completed'`);
  await expect.poll(waiting).toEqual([]);
  expect(hook.arrivals).toHaveLength(1);
  expect(await account.audit('webhook.deleted')).toMatchObject([{ target: webhook.id }]);
});

test('the public API has nothing to do with webhooks [webhooks.not-in-the-api]', async () => {
  const account = await subscriber(service);
  for (const path of ['/webhooks', '/events', '/deliveries'])
    expect((await service.call(account.token, 'GET', path)).status).toBe(404);
});
