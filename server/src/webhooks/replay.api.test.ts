import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { respondWithStatus, startWebhookReceiver } from '../../test/webhooks/webhook-receiver.ts';
import {
  setUpWebhooks,
  startSubscription,
  webhooksClient,
} from '../../test/webhooks/webhooks-client.ts';
import { sql } from '../platform/db/index.ts';

const { service, startWorker } = await setUpWebhooks();
await startWorker();

const ids = (hook: Awaited<ReturnType<typeof startWebhookReceiver>>) =>
  hook.requests.map(({ event }) => event.id as string);

test('one delivery is sent again with the same id, starting at the first attempt', async () => {
  const { hook, account, webhook } = await startSubscription(service);
  await account.addProspects(1);
  const [first] = await account.waitForDeliveries(webhook.id, (one) => one.status === 'delivered');
  const { delivery } = await account.call('POST', `/deliveries/${first!.id}/replay`);
  expect(delivery).toMatchObject({ id: first!.id, status: 'pending', deliveredAt: null });
  await hook.waitForRequests(2);
  expect(new Set(ids(hook)).size).toBe(1);
  const [again] = await account.waitForDeliveries(webhook.id, (one) => one.status === 'delivered');
  expect(again).toMatchObject({ id: first!.id, attempts: 2 });
  const { attempts } = await account.delivery(first!.id);
  expect(attempts.map(({ number }) => number)).toEqual([1, 2]);
  expect(await account.audit('webhook.replayed')).toMatchObject([
    { target: webhook.id, detail: { deliveryId: first!.id } },
  ]);
});

test('only failed deliveries are sent again, each once', async () => {
  const { hook, account, webhook } = await startSubscription(service);
  await account.addProspects(5);
  await account.waitForDeliveries(webhook.id, (one) => one.status === 'delivered');
  // More than one batch of the task, with times different from those of today's deliveries.
  await service.owner.query(sql`
    insert into delivery (workspace_id, created_at, id, webhook_id, event_id, event_at, event_type, status, attempts)
    select d.workspace_id, d.created_at - n * interval '1 millisecond', gen_random_uuid(), d.webhook_id, d.event_id,
           d.event_at, d.event_type, 'failed', 11
    from delivery d, generate_series(1, 90) as n where d.workspace_id = ${account.workspace.id}`);
  expect(await account.replay(webhook.id, { failed: true })).toBe(450);
  await hook.waitForRequests(455);
  await expect.poll(() => account.log(webhook.id, { status: 'failed' })).toEqual([]);
  await expect.poll(() => account.log(webhook.id, { status: 'pending' })).toEqual([]);
  expect(hook.requests).toHaveLength(455);
  expect(new Set(ids(hook)).size).toBe(5);
});

test('a time range is replayed: every subscribed event in it, and none before or after', async () => {
  const hook = await startWebhookReceiver();
  const account = await webhooksClient(service);
  await account.addProspects(2);
  const from = await afterNow();
  const prospectIds = await account.addProspects(250);
  await account.bulk({ action: 'tag', tagName: 'Hot', prospectIds: prospectIds.slice(0, 3) });
  const to = await beforeNext();
  await account.addProspects(2);
  const { webhook } = await account.register(hook.url, ['prospect.created']);
  expect(await account.replay(webhook.id, { from, to })).toBe(250);
  await hook.waitForRequests(250);
  await account.waitForDeliveries(webhook.id, (one) => one.status === 'delivered');
  expect(new Set(ids(hook)).size).toBe(250);
  expect(hook.requests.map(({ event }) => event.data.prospectId).sort()).toEqual(
    prospectIds.toSorted(),
  );
});

/** A time strictly between earlier and later events. */
async function afterNow(): Promise<string> {
  const [row] = await service.owner.query<{ at: Date }>(sql`
    select clock_timestamp() + interval '5 milliseconds' as at, pg_sleep(0.01)`);
  return row!.at.toISOString();
}
const beforeNext = afterNow;

test('a change that started before a webhook was created and was committed after that is delivered', async () => {
  const { hook, account, webhook } = await startSubscription(service);
  await service.owner.query(
    sql`update webhook set created_at = now() + interval '30 seconds' where id = ${webhook.id}`,
  );
  await account.addProspects(1);
  await hook.waitForRequests(1);
  await service.owner.query(
    sql`update webhook set created_at = now() + interval '2 minutes' where id = ${webhook.id}`,
  );
  await account.addProspects(1);
  await expect
    .poll(() =>
      service.owner.query(sql`
        select from pgboss.job where data ->> 'workspaceId' = ${account.workspace.id} and state < 'completed'`),
    )
    .toEqual([]);
  expect(hook.requests).toHaveLength(1);
});

test('a disabled webhook cannot be replayed or tested', async () => {
  const { account, webhook } = await startSubscription(service);
  await account.addProspects(1);
  const [delivery] = await account.waitForDeliveries(
    webhook.id,
    (one) => one.status === 'delivered',
  );
  await account.change(webhook.id, { enabled: false });
  for (const [path, body] of [
    [`/webhooks/${webhook.id}/replay`, { failed: true }],
    [`/deliveries/${delivery!.id}/replay`, {}],
    [`/webhooks/${webhook.id}/test`, {}],
  ] as const) {
    const { status: code, error } = await account.ask('POST', path, { body });
    expect(code).toBe(422);
    expect(error.message).toContain('disabled webhook');
  }
});

test('events of a deleted prospect are not sent, and the log says why; the deletion itself is sent', async () => {
  const { hook, account, webhook } = await startSubscription(service);
  hook.respondWith(respondWithStatus(500));
  const name = `Canary ${randomUUID()}`;
  const { data } = await account.post([{ fullName: name, email: 'canary@acme.example' }]);
  const [delivery] = await account.waitForDeliveries(webhook.id, ({ attempts }) => attempts === 1);
  hook.respondWith(respondWithStatus(204));
  await account.bulk({ action: 'delete', prospectIds: data.prospectIds });
  await expect
    .poll(async () => (await account.delivery(delivery!.id)).delivery)
    .toMatchObject({
      status: 'failed',
      lastProblem: 'The prospect was deleted before the event could be sent.',
    });
  const [, ...later] = await hook.waitForRequests(2);
  expect(later.map(({ event }) => [event.type, event.data])).toEqual([
    ['prospect.deleted', { prospectId: data.prospectIds[0] }],
  ]);
  expect(JSON.stringify(await account.delivery(delivery!.id))).not.toContain(name);
  const { status: code, error } = await account.ask('POST', `/deliveries/${delivery!.id}/replay`);
  expect(code).toBe(422);
  expect(error.message).toContain('The prospect was deleted');
});
