import { expect, test } from 'vitest';
import { respondWithStatus } from '../../test/webhooks/webhook-receiver.ts';
import { setUpWebhooks, startSubscription } from '../../test/webhooks/webhooks-client.ts';
import { sql } from '../platform/db/index.ts';
import { scheduleDelivery } from './schedule-delivery.ts';

const { service, queue, startWorker } = await setUpWebhooks();
await startWorker();

test('410 disables a webhook: nothing more is sent, and the audit log says why', async () => {
  const { hook, account, webhook } = await startSubscription(service);
  hook.respondWith(respondWithStatus(410));
  await account.addProspects(1);
  const [delivery] = await account.waitForDeliveries(webhook.id, (one) => one.status === 'failed');
  expect(delivery).toMatchObject({ attempts: 1, lastStatus: 410, nextAttemptAt: null });
  expect(await account.webhook(webhook.id)).toMatchObject({
    enabled: false,
    disabledReason: 'gone',
  });
  expect(await account.audit('webhook.disabled')).toMatchObject([
    { actor: { kind: 'system', id: null }, target: webhook.id, detail: { reason: 'gone' } },
  ]);
  await account.addProspects(2);
  expect(await account.log(webhook.id)).toHaveLength(1);
});

/** Sets how long the webhook has been failing, and makes its deliveries due. */
const setFailingSince = (workspaceId: string, days: number) =>
  service.owner.query(sql`
    with due as (update delivery set next_attempt_at = now() where workspace_id = ${workspaceId} and status = 'pending')
    update webhook set failing_since = now() - ${days} * interval '1 day', due_at = now(), leased_until = null
    where workspace_id = ${workspaceId}`);

test('five days without a delivery disable a webhook, and the audit log says so', async () => {
  const { hook, account, webhook } = await startSubscription(service);
  hook.respondWith(respondWithStatus(500));
  await account.addProspects(1);
  await account.waitForDeliveries(webhook.id, ({ attempts }) => attempts === 1);
  await setFailingSince(account.workspace.id, 4.9);
  await account.addProspects(1);
  await account.waitForDeliveries(webhook.id, ({ attempts }) => attempts > 0);
  expect(await account.webhook(webhook.id)).toMatchObject({ enabled: true });

  await setFailingSince(account.workspace.id, 5);
  await account.addProspects(1);
  await expect
    .poll(() => account.webhook(webhook.id))
    .toMatchObject({ enabled: false, disabledReason: 'failing' });
  expect(await account.audit('webhook.disabled')).toMatchObject([
    { actor: { kind: 'system', id: null }, target: webhook.id, detail: { reason: 'failing' } },
  ]);
  await setFailingSince(account.workspace.id, 6);
  expect((await account.webhook(webhook.id)).enabled).toBe(false);
});

test('a successful delivery resets the failing time', async () => {
  const { hook, account, webhook } = await startSubscription(service);
  await account.addProspects(1);
  await account.waitForDeliveries(webhook.id, (one) => one.status === 'delivered');
  await setFailingSince(account.workspace.id, 9);
  await account.addProspects(1);
  await hook.waitForRequests(2);
  await expect
    .poll(() => account.webhook(webhook.id))
    .toMatchObject({ enabled: true, failingSince: null });
});

test('a disabled webhook queues no events; once enabled, it gets new events, and missed ones by a replay', async () => {
  const { hook, account, webhook } = await startSubscription(service);
  const off = await account.change(webhook.id, { enabled: false });
  expect(off).toMatchObject({ enabled: false, disabledReason: 'by_hand' });
  const from = new Date().toISOString();
  await account.addProspects(3);
  expect(await service.owner.query(jobsOf(account.workspace.id))).toEqual([]);

  const on = await account.change(webhook.id, { enabled: true });
  expect(on).toMatchObject({ enabled: true, disabledReason: null, failingSince: null });
  await account.bulk({ action: 'tag', tagName: 'Hot', prospectIds: await account.addProspects(1) });
  await hook.waitForRequests(2);
  expect(hook.requests.map(({ event }) => event.type).sort()).toEqual([
    'prospect.created',
    'prospect.tagged',
  ]);
  expect(await account.replay(webhook.id, { from })).toBe(5);
  await hook.waitForRequests(7);
  expect(new Set(hook.requests.map(({ event }) => event.id)).size).toBe(5);
});

const jobsOf = (workspaceId: string) =>
  sql`select name from pgboss.job where data ->> 'workspaceId' = ${workspaceId} and state < 'completed'`;

test('deliveries that are waiting when a webhook is disabled fail when they become due', async () => {
  const { hook, account, webhook } = await startSubscription(service);
  hook.respondWith(respondWithStatus(503, { 'retry-after': '3600' }));
  await account.addProspects(2);
  await account.waitForDeliveries(webhook.id, ({ attempts }) => attempts === 1);
  await account.change(webhook.id, { enabled: false });
  await setFailingSince(account.workspace.id, 0);
  await queue.db.transaction(account.workspace.id, (tx) =>
    scheduleDelivery(tx, [webhook.id], null),
  );
  const all = await account.waitForDeliveries(webhook.id, (one) => one.status === 'failed');
  expect(all).toMatchObject([
    { attempts: 1, lastProblem: 'The webhook is disabled.' },
    { attempts: 1, lastProblem: 'The webhook is disabled.' },
  ]);
  hook.respondWith(respondWithStatus(204));
  await account.change(webhook.id, { enabled: true });
  expect(await account.replay(webhook.id, { failed: true })).toBe(2);
  await account.waitForDeliveries(webhook.id, (one) => one.status === 'delivered');
});
