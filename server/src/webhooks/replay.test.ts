import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { subscriber, webhookGround } from '../../test/webhooks/ground.ts';
import { startHook, status } from '../../test/webhooks/hook.ts';
import { sql } from '../platform/db/index.ts';

const { service, startWorker } = await webhookGround();
await startWorker();

const ids = (hook: Awaited<ReturnType<typeof startHook>>) =>
  hook.arrivals.map(({ event }) => event.id as string);

test('one delivery is sent again, under the same id, from the first attempt on [webhooks.replay]', async () => {
  const hook = await startHook();
  const account = await subscriber(service);
  const { webhook } = await account.register(hook.url);
  await account.people(1);
  const [first] = await account.settled(webhook.id, (one) => one.status === 'delivered');
  const { delivery } = await account.call('POST', `/deliveries/${first!.id}/replay`);
  expect(delivery).toMatchObject({ id: first!.id, status: 'pending', deliveredAt: null });
  await hook.atLeast(2);
  expect(new Set(ids(hook)).size).toBe(1);
  const [again] = await account.settled(webhook.id, (one) => one.status === 'delivered');
  expect(again).toMatchObject({ id: first!.id, attempts: 2 });
  const { attempts } = await account.delivery(first!.id);
  expect(attempts.map(({ number }) => number)).toEqual([1, 2]);
  expect(await account.audit('webhook.replayed')).toMatchObject([
    { target: webhook.id, detail: { deliveryId: first!.id } },
  ]);
});

test('all that failed is sent again, and nothing else; what fails again is not sent twice [webhooks.replay]', async () => {
  const hook = await startHook();
  const account = await subscriber(service);
  const { webhook } = await account.register(hook.url);
  await account.people(5);
  await account.settled(webhook.id, (one) => one.status === 'delivered');
  // More than a slice of the task, and in places where none of today stands.
  await service.owner.ask(sql`
    insert into delivery (workspace_id, created_at, id, webhook_id, event_id, event_at, event_type, status, attempts)
    select d.workspace_id, d.created_at - n * interval '1 millisecond', gen_random_uuid(), d.webhook_id, d.event_id,
           d.event_at, d.event_type, 'failed', 11
    from delivery d, generate_series(1, 90) as n where d.workspace_id = ${account.workspace.id}`);
  expect(await account.replay(webhook.id, { failed: true })).toBe(450);
  await hook.atLeast(455);
  await expect.poll(() => account.log(webhook.id, { status: 'failed' })).toEqual([]);
  await expect.poll(() => account.log(webhook.id, { status: 'pending' })).toEqual([]);
  expect(hook.arrivals).toHaveLength(455);
  expect(new Set(ids(hook)).size).toBe(5);
});

test('a span is sent again, in it every event that the webhook wants, and none before or after [webhooks.replay webhooks.from-creation-on]', async () => {
  const hook = await startHook();
  const account = await subscriber(service);
  await account.people(2);
  const from = await afterNow();
  const prospectIds = await account.people(250);
  await account.bulk({ action: 'tag', tagName: 'Hot', prospectIds: prospectIds.slice(0, 3) });
  const to = await beforeNext();
  await account.people(2);
  const { webhook } = await account.register(hook.url, ['prospect.created']);
  expect(await account.replay(webhook.id, { from, to })).toBe(250);
  await hook.atLeast(250);
  await account.settled(webhook.id, (one) => one.status === 'delivered');
  expect(new Set(ids(hook)).size).toBe(250);
  expect(hook.arrivals.map(({ event }) => event.data.prospectId).sort()).toEqual(
    prospectIds.toSorted(),
  );
});

/** A moment that lies strictly between what was and what comes. */
async function afterNow(): Promise<string> {
  const [row] = await service.owner.ask<{ at: Date }>(sql`
    select clock_timestamp() + interval '5 milliseconds' as at, pg_sleep(0.01)`);
  return row!.at.toISOString();
}
const beforeNext = afterNow;

test('a new webhook hears of what happens from its creation on, and of nothing before [webhooks.from-creation-on]', async () => {
  const [old, young] = [await startHook(), await startHook()];
  const account = await subscriber(service);
  await account.register(old.url);
  await account.people(3);
  await old.atLeast(3);
  const { webhook } = await account.register(young.url);
  await account.people(2);
  await Promise.all([old.atLeast(5), young.atLeast(2)]);
  await account.settled(webhook.id, (one) => one.status === 'delivered');
  expect(ids(young).sort()).toEqual(ids(old).slice(3).sort());
});

test('a change that began before a webhook was made, and is committed after that, is not lost to it [webhooks.from-creation-on]', async () => {
  const hook = await startHook();
  const account = await subscriber(service);
  const { webhook } = await account.register(hook.url);
  await service.owner.ask(
    sql`update webhook set created_at = now() + interval '30 seconds' where id = ${webhook.id}`,
  );
  await account.people(1);
  await hook.atLeast(1);
  await service.owner.ask(
    sql`update webhook set created_at = now() + interval '2 minutes' where id = ${webhook.id}`,
  );
  await account.people(1);
  await expect
    .poll(() =>
      service.owner.ask(sql`
        select from pgboss.job where data ->> 'workspaceId' = ${account.workspace.id} and state < 'completed'`),
    )
    .toEqual([]);
  expect(hook.arrivals).toHaveLength(1);
});

test('to a webhook that is off nothing is replayed', async () => {
  const hook = await startHook();
  const account = await subscriber(service);
  const { webhook } = await account.register(hook.url);
  await account.people(1);
  const [delivery] = await account.settled(webhook.id, (one) => one.status === 'delivered');
  await account.change(webhook.id, { enabled: false });
  for (const [path, body] of [
    [`/webhooks/${webhook.id}/replay`, { failed: true }],
    [`/deliveries/${delivery!.id}/replay`, {}],
    [`/webhooks/${webhook.id}/test`, {}],
  ] as const) {
    const { status: code, error } = await account.ask('POST', path, { body });
    expect(code).toBe(422);
    expect(error.message).toContain('switched off');
  }
});

test('what was told of a person who is deleted does not leave any more, and the log says why; that they are deleted does [prospects.deleted-data webhooks.deleted-people]', async () => {
  const hook = await startHook();
  const account = await subscriber(service);
  const { webhook } = await account.register(hook.url);
  hook.answer(status(500));
  const name = `Canary ${randomUUID()}`;
  const { data } = await account.post([{ fullName: name, email: 'canary@acme.example' }]);
  const [delivery] = await account.settled(webhook.id, ({ attempts }) => attempts === 1);
  hook.answer(status(204));
  await account.bulk({ action: 'delete', prospectIds: data.prospectIds });
  await expect
    .poll(async () => (await account.delivery(delivery!.id)).delivery)
    .toMatchObject({
      status: 'failed',
      lastProblem: 'The person was deleted before the event could be sent.',
    });
  const [, ...later] = await hook.atLeast(2);
  expect(later.map(({ event }) => [event.type, event.data])).toEqual([
    ['prospect.deleted', { prospectId: data.prospectIds[0] }],
  ]);
  expect(JSON.stringify(await account.delivery(delivery!.id))).not.toContain(name);
  const { status: code, error } = await account.ask('POST', `/deliveries/${delivery!.id}/replay`);
  expect(code).toBe(422);
  expect(error.message).toContain('The person was deleted');
});
