import { expect, test } from 'vitest';
import { subscriber, webhookGround } from '../../test/webhooks/ground.ts';
import { startHook, status } from '../../test/webhooks/hook.ts';
import { sql } from '../platform/db/index.ts';
import { wake } from './wake.ts';

const { service, queue, startWorker } = await webhookGround();
await startWorker();

test('410 switches a webhook off: nothing more is sent, and the administrators can see why [webhooks.gone]', async () => {
  const hook = await startHook();
  const account = await subscriber(service);
  const { webhook } = await account.register(hook.url);
  hook.answer(status(410));
  await account.people(1);
  const [delivery] = await account.settled(webhook.id, (one) => one.status === 'failed');
  expect(delivery).toMatchObject({ attempts: 1, lastStatus: 410, nextAttemptAt: null });
  expect(await account.webhook(webhook.id)).toMatchObject({
    enabled: false,
    disabledReason: 'gone',
  });
  expect(await account.audit('webhook.disabled')).toMatchObject([
    { actor: { kind: 'system', id: null }, target: webhook.id, detail: { reason: 'gone' } },
  ]);
  await account.people(2);
  expect(await account.log(webhook.id)).toHaveLength(1);
});

/** Lets the webhook have failed for so long, and its deliveries be due. */
const failing = (workspaceId: string, days: number) =>
  service.owner.ask(sql`
    with due as (update delivery set next_attempt_at = now() where workspace_id = ${workspaceId} and status = 'pending')
    update webhook set failing_since = now() - ${days} * interval '1 day', wake_at = now(), attended_until = null
    where workspace_id = ${workspaceId}`);

test('five days in which nothing arrived switch a webhook off, and the log of who did what says so [webhooks.five-days]', async () => {
  const hook = await startHook();
  const account = await subscriber(service);
  const { webhook } = await account.register(hook.url);
  hook.answer(status(500));
  await account.people(1);
  await account.settled(webhook.id, ({ attempts }) => attempts === 1);
  await failing(account.workspace.id, 4.9);
  await account.people(1);
  await account.settled(webhook.id, ({ attempts }) => attempts > 0);
  expect(await account.webhook(webhook.id)).toMatchObject({ enabled: true });

  await failing(account.workspace.id, 5);
  await account.people(1);
  await expect
    .poll(() => account.webhook(webhook.id))
    .toMatchObject({ enabled: false, disabledReason: 'failing' });
  expect(await account.audit('webhook.disabled')).toMatchObject([
    { actor: { kind: 'system', id: null }, target: webhook.id, detail: { reason: 'failing' } },
  ]);
  await failing(account.workspace.id, 6);
  expect((await account.webhook(webhook.id)).enabled).toBe(false);
});

test('one that arrives begins the count anew', async () => {
  const hook = await startHook();
  const account = await subscriber(service);
  const { webhook } = await account.register(hook.url);
  await account.people(1);
  await account.settled(webhook.id, (one) => one.status === 'delivered');
  await failing(account.workspace.id, 9);
  await account.people(1);
  await hook.atLeast(2);
  await expect
    .poll(() => account.webhook(webhook.id))
    .toMatchObject({ enabled: true, failingSince: null });
});

test('what happens while a webhook is off is not queued; on again, it hears of what follows, and of the rest by a replay [webhooks.replay]', async () => {
  const hook = await startHook();
  const account = await subscriber(service);
  const { webhook } = await account.register(hook.url);
  const off = await account.change(webhook.id, { enabled: false });
  expect(off).toMatchObject({ enabled: false, disabledReason: 'by_hand' });
  const from = new Date().toISOString();
  await account.people(3);
  expect(await service.owner.ask(jobsOf(account.workspace.id))).toEqual([]);

  const on = await account.change(webhook.id, { enabled: true });
  expect(on).toMatchObject({ enabled: true, disabledReason: null, failingSince: null });
  await account.bulk({ action: 'tag', tagName: 'Hot', prospectIds: await account.people(1) });
  await hook.atLeast(2);
  expect(hook.arrivals.map(({ event }) => event.type).sort()).toEqual([
    'prospect.created',
    'prospect.tagged',
  ]);
  expect(await account.replay(webhook.id, { from })).toBe(5);
  await hook.atLeast(7);
  expect(new Set(hook.arrivals.map(({ event }) => event.id)).size).toBe(5);
});

const jobsOf = (workspaceId: string) =>
  sql`select name from pgboss.job where data ->> 'workspaceId' = ${workspaceId} and state < 'completed'`;

test('what was waiting when a webhook was switched off is given up when its time comes', async () => {
  const hook = await startHook();
  const account = await subscriber(service);
  const { webhook } = await account.register(hook.url);
  hook.answer(status(503, { 'retry-after': '3600' }));
  await account.people(2);
  await account.settled(webhook.id, ({ attempts }) => attempts === 1);
  await account.change(webhook.id, { enabled: false });
  await failing(account.workspace.id, 0);
  await queue.db.transaction(account.workspace.id, (tx) => wake(tx, [webhook.id], null));
  const all = await account.settled(webhook.id, (one) => one.status === 'failed');
  expect(all).toMatchObject([
    { attempts: 1, lastProblem: 'The webhook is switched off.' },
    { attempts: 1, lastProblem: 'The webhook is switched off.' },
  ]);
  hook.answer(status(204));
  await account.change(webhook.id, { enabled: true });
  expect(await account.replay(webhook.id, { failed: true })).toBe(2);
  await account.settled(webhook.id, (one) => one.status === 'delivered');
});
