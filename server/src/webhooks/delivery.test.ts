import { eventBody } from '@outcrop/contract';
import { Webhook as Verifier } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { verifyWebhook } from '../../../client/src/webhooks.ts';
import { subscriber, webhookGround } from '../../test/webhooks/ground.ts';
import { startHook, status } from '../../test/webhooks/hook.ts';
import { sql } from '../platform/db/index.ts';

const { service, startWorker } = await webhookGround();
await startWorker();

test('a change arrives, signed so that any library of the standard and our client believe it [webhooks.signed webhooks.standard events.schemas]', async () => {
  const hook = await startHook();
  const { register, post, workspace, tokenId } = await subscriber(service);
  const { secret } = await register(hook.url, ['prospect.created']);
  const { data, headers: answered } = await post([
    { fullName: 'Amara Okafor', email: 'amara@acme.example' },
  ]);
  const [arrival] = await hook.atLeast(1);
  const { headers, body, event } = arrival!;
  expect(event).toEqual({
    id: headers['webhook-id'],
    type: 'prospect.created',
    createdAt: expect.any(String),
    workspaceId: workspace.id,
    actor: { kind: 'token', id: tokenId },
    correlationId: answered.get('x-correlation-id'),
    data: {
      prospectId: data.prospectIds[0],
      prospect: expect.objectContaining({ fullName: 'Amara Okafor' }),
    },
  });
  eventBody('prospect.created').parse(event);
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Outcrop-Webhooks/1',
  });
  expect(new Verifier(secret).verify(body, headers)).toEqual(event);
  expect(await verifyWebhook({ payload: body, headers, secret })).toEqual(event);

  const forged = body.replace('Amara', 'Amana');
  expect(() => new Verifier(secret).verify(forged, headers)).toThrow();
  await expect(verifyWebhook({ payload: forged, headers, secret })).rejects.toThrow();
});

test('an update says how it was before [events.body]', async () => {
  const hook = await startHook();
  const { register, people, bulk } = await subscriber(service);
  await register(hook.url, ['prospect.stage_changed']);
  const prospectIds = await people(1);
  await bulk({ action: 'stage', stage: 'meeting', prospectIds });
  const { event } = (await hook.atLeast(1))[0]!;
  expect(event).toMatchObject({
    data: { prospectId: prospectIds[0], stage: 'meeting' },
    previous: { stage: 'new' },
  });
  eventBody('prospect.stage_changed').parse(event);
});

test('a receiver is told of the kinds it asked for and of no others [webhooks.register]', async () => {
  const [some, all] = [await startHook(), await startHook()];
  const { register, people, bulk } = await subscriber(service);
  await register(some.url, ['prospect.tagged', 'prospect.stage_changed']);
  await register(all.url);
  const prospectIds = await people(3);
  await bulk({ action: 'suppress', prospectIds });
  await bulk({ action: 'tag', tagName: 'Hot', prospectIds });
  await Promise.all([some.atLeast(3), all.atLeast(9)]);
  const types = (hook: typeof some) => hook.arrivals.map(({ event }) => event.type).sort();
  expect(types(some)).toEqual(Array(3).fill('prospect.tagged'));
  expect(new Set(types(all))).toEqual(
    new Set(['prospect.created', 'prospect.tagged', 'prospect.suppressed']),
  );
});

test('what did not arrive is tried again, under the same id and freshly signed [webhooks.at-least-once webhooks.retries]', async () => {
  const hook = await startHook();
  const { register, people, settled } = await subscriber(service);
  const { webhook, secret } = await register(hook.url);
  hook.answer((response, request, arrival) =>
    status(hook.arrivals.length > 1 ? 200 : 500)(response, request, arrival),
  );
  await people(1);
  const [first, second] = await hook.atLeast(2);
  expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
  expect(second!.body).toBe(first!.body);
  expect(second!.at - first!.at).toBeGreaterThan(4_500);
  expect(Number(second!.headers['webhook-timestamp'])).toBeGreaterThan(
    Number(first!.headers['webhook-timestamp']),
  );
  new Verifier(secret).verify(second!.body, second!.headers);
  const [delivery] = await settled(webhook.id, (one) => one.status === 'delivered');
  expect(delivery).toMatchObject({
    attempts: 2,
    lastStatus: 200,
    lastProblem: null,
    nextAttemptAt: null,
  });
});

test('one that was never received is tried eleven times, and then it has failed [webhooks.retries]', async () => {
  const hook = await startHook();
  hook.answer(status(500));
  const { register, people, settled, delivery, workspace } = await subscriber(service);
  const { webhook } = await register(hook.url);
  await people(1);
  await settled(webhook.id, (one) => one.attempts === 1);
  // Days pass, again and again, but for the wait after the last of ten failures.
  const forward = (attempts: number) => sql`
    with waited as (
      update delivery set tries = ${attempts}, attempts = ${attempts}, next_attempt_at = now()
      where workspace_id = ${workspace.id} and attempts < ${attempts})
    update webhook set wake_at = now() where workspace_id = ${workspace.id}`;
  await service.owner.ask(forward(10));
  await service.call(
    await workspace.token('admin'),
    'PATCH',
    `/api/v1/manage/webhooks/${webhook.id}`,
    {
      body: { events: ['prospect.created'] },
    },
  );
  const [last] = await settled(webhook.id, (one) => one.status === 'failed');
  expect(last).toMatchObject({ attempts: 11, lastStatus: 500, nextAttemptAt: null });
  const { attempts } = await delivery(last!.id);
  expect(attempts.map(({ number }) => number)).toEqual([1, 11]);
});

test('the log tells what was sent and every answer [webhooks.log]', async () => {
  const hook = await startHook();
  const { register, people, settled, delivery, log } = await subscriber(service);
  const { webhook } = await register(hook.url);
  hook.answer(status(202, { 'x-receiver': 'seen' }, `thanks\0${'é'.repeat(4_000)}`));
  await people(3);
  const all = await settled(webhook.id, (one) => one.status === 'delivered');
  expect(all).toHaveLength(3);
  const [newest] = all;
  const told = await delivery(newest!.id);
  expect(told.body).toEqual(hook.arrivals.find(({ event }) => event.id === newest!.eventId)!.event);
  expect(told.attempts).toEqual([
    {
      number: 1,
      at: expect.any(String),
      ms: expect.any(Number),
      status: 202,
      problem: null,
      answerHeaders: expect.objectContaining({ 'x-receiver': 'seen' }),
      answerBody: expect.stringMatching(/^thanks\ufffdé{2044}\ufffd$/),
    },
  ]);
  const pages = await Promise.all([
    log(webhook.id, { limit: '2' }),
    log(webhook.id, { status: 'failed' }),
  ]);
  expect(pages.map((page) => page.length)).toEqual([2, 0]);
});

test('of an answer with large headers the first 4 KiB are kept [webhooks.log-bounded]', async () => {
  const hook = await startHook();
  const { register, people, settled, delivery } = await subscriber(service);
  const { webhook } = await register(hook.url);
  const many = Array.from({ length: 12 }, (_, n) => [`x-large-${n}`, 'y'.repeat(900)]);
  hook.answer(status(200, Object.fromEntries(many), ''));
  await people(1);
  const [one] = await settled(webhook.id, ({ status: state }) => state === 'delivered');
  const [attempt] = (await delivery(one!.id)).attempts;
  const kept = Object.entries(attempt!.answerHeaders).flat().join('');
  expect(kept.length).toBeLessThanOrEqual(4_096);
  expect(kept.length).toBeGreaterThan(3_000);
});

test('the log is read page by page, newest first, each delivery once [webhooks.log]', async () => {
  const hook = await startHook();
  const { register, people, settled, ask } = await subscriber(service);
  const { webhook } = await register(hook.url);
  await people(25);
  await settled(webhook.id, (one) => one.status === 'delivered');
  await hook.atLeast(25);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const { data } = await ask('GET', `/webhooks/${webhook.id}/deliveries`, {
      query: { limit: '7', status: 'delivered', ...(cursor && { cursor }) },
    });
    seen.push(...data.deliveries.map(({ eventId }: { eventId: string }) => eventId));
    cursor = data.nextCursor;
  } while (cursor !== null);
  expect(seen.toSorted()).toEqual(hook.arrivals.map(({ event }) => event.id).sort());
});

test('of a change that is only tried, or fails, nobody hears; of one that changes nothing neither [events.with-the-change]', async () => {
  const hook = await startHook();
  const { register, people, bulk, post, workspace } = await subscriber(service);
  await register(hook.url);
  const prospectIds = await people(1);
  expect((await post([{ email: 'tried@acme.example' }], { dryRun: true })).status).toBe(200);
  const nobody = crypto.randomUUID();
  expect((await bulk({ action: 'suppress', prospectIds: [...prospectIds, nobody] })).status).toBe(
    404,
  );
  expect((await bulk({ action: 'stage', stage: 'new', prospectIds })).status).toBe(200);
  expect((await bulk({ action: 'suppress', prospectIds })).status).toBe(200);
  await hook.atLeast(2);
  const underWay = () =>
    service.owner.ask(sql`
      select from pgboss.job where data ->> 'workspaceId' = ${workspace.id} and state < 'completed'`);
  await expect.poll(underWay).toEqual([]);
  expect(hook.arrivals.map(({ event }) => event.type).sort()).toEqual([
    'prospect.created',
    'prospect.suppressed',
  ]);
});

test('an idle worker finds one change after another by itself [webhooks.half-second]', async () => {
  const hook = await startHook();
  const { register, people } = await subscriber(service);
  await register(hook.url);
  for (let n = 1; n <= 9; n++) {
    await people(1);
    await hook.atLeast(n);
  }
});
