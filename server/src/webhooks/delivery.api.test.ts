import { eventBody } from '@outcrop/contract';
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

test('a change is delivered with a signature that a Standard Webhooks library and our client accept [webhooks.signed]', async () => {
  const hook = await startWebhookReceiver();
  const account = await webhooksClient(service);
  const { tokenId } = account;
  const { secret } = await account.register(hook.url, ['prospect.created']);
  const { data, headers: answered } = await account.post([
    { fullName: 'Amara Okafor', email: 'amara@acme.example' },
  ]);
  const [arrival] = await hook.waitForRequests(1);
  const { headers, body, event } = arrival!;
  expect(event).toEqual({
    id: headers['webhook-id'],
    type: 'prospect.created',
    createdAt: expect.any(String),
    workspaceId: account.workspace.id,
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

test('a receiver gets only the event kinds it subscribed to', async () => {
  const [some, all] = [await startWebhookReceiver(), await startWebhookReceiver()];
  const account = await webhooksClient(service);
  await account.register(some.url, ['prospect.tagged', 'prospect.stage_changed']);
  await account.register(all.url);
  const prospectIds = await account.addProspects(3);
  await account.bulk({ action: 'suppress', prospectIds });
  await account.bulk({ action: 'tag', tagName: 'Hot', prospectIds });
  await Promise.all([some.waitForRequests(3), all.waitForRequests(9)]);
  const types = (hook: typeof some) => hook.requests.map(({ event }) => event.type).sort();
  expect(types(some)).toEqual(Array(3).fill('prospect.tagged'));
  expect(new Set(types(all))).toEqual(
    new Set(['prospect.created', 'prospect.tagged', 'prospect.suppressed']),
  );
});

test('a failed delivery is retried with the same id and a new signature', async () => {
  const { hook, account, webhook, secret } = await startSubscription(service);
  hook.respondWith((response, request, arrival) =>
    respondWithStatus(hook.requests.length > 1 ? 200 : 500)(response, request, arrival),
  );
  await account.addProspects(1);
  const [first, second] = await hook.waitForRequests(2);
  expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
  expect(second!.body).toBe(first!.body);
  expect(second!.at - first!.at).toBeGreaterThan(4_500);
  expect(Number(second!.headers['webhook-timestamp'])).toBeGreaterThan(
    Number(first!.headers['webhook-timestamp']),
  );
  new Verifier(secret).verify(second!.body, second!.headers);
  const [delivery] = await account.waitForDeliveries(
    webhook.id,
    (one) => one.status === 'delivered',
  );
  expect(delivery).toMatchObject({
    attempts: 2,
    lastStatus: 200,
    lastProblem: null,
    nextAttemptAt: null,
  });
});

test('a delivery fails after eleven attempts', async () => {
  const { hook, account, webhook } = await startSubscription(service);
  hook.respondWith(respondWithStatus(500));
  await account.addProspects(1);
  await account.waitForDeliveries(webhook.id, (one) => one.attempts === 1);
  // Skips ahead to the last attempt.
  const forward = (attempts: number) => sql`
    with waited as (
      update delivery set tries = ${attempts}, attempts = ${attempts}, next_attempt_at = now()
      where workspace_id = ${account.workspace.id} and attempts < ${attempts})
    update webhook set due_at = now() where workspace_id = ${account.workspace.id}`;
  await service.owner.query(forward(10));
  await service.call(
    await account.workspace.token('admin'),
    'PATCH',
    `/api/v1/manage/webhooks/${webhook.id}`,
    {
      body: { events: ['prospect.created'] },
    },
  );
  const [last] = await account.waitForDeliveries(webhook.id, (one) => one.status === 'failed');
  expect(last).toMatchObject({ attempts: 11, lastStatus: 500, nextAttemptAt: null });
  const { attempts } = await account.delivery(last!.id);
  expect(attempts.map(({ number }) => number)).toEqual([1, 11]);
});

test('the log has what was sent and every response', async () => {
  const { hook, account, webhook } = await startSubscription(service);
  hook.respondWith(
    respondWithStatus(202, { 'x-receiver': 'seen' }, `thanks\0${'é'.repeat(4_000)}`),
  );
  await account.addProspects(3);
  const all = await account.waitForDeliveries(webhook.id, (one) => one.status === 'delivered');
  expect(all).toHaveLength(3);
  const [newest] = all;
  const logged = await account.delivery(newest!.id);
  expect(logged.body).toEqual(
    hook.requests.find(({ event }) => event.id === newest!.eventId)!.event,
  );
  expect(logged.attempts).toEqual([
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
    account.log(webhook.id, { limit: '2' }),
    account.log(webhook.id, { status: 'failed' }),
  ]);
  expect(pages.map((page) => page.length)).toEqual([2, 0]);
});

test('the log is paginated, newest first, with each delivery once', async () => {
  const { hook, account, webhook } = await startSubscription(service);
  await account.addProspects(25);
  await account.waitForDeliveries(webhook.id, (one) => one.status === 'delivered');
  await hook.waitForRequests(25);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const { data } = await account.ask('GET', `/webhooks/${webhook.id}/deliveries`, {
      query: { limit: '7', status: 'delivered', ...(cursor && { cursor }) },
    });
    seen.push(...data.deliveries.map(({ eventId }: { eventId: string }) => eventId));
    cursor = data.nextCursor;
  } while (cursor !== null);
  expect(seen.toSorted()).toEqual(hook.requests.map(({ event }) => event.id).sort());
});

test('an idle worker picks up one change after another', async () => {
  const { hook, account } = await startSubscription(service);
  for (let n = 1; n <= 9; n++) {
    await account.addProspects(1);
    await hook.waitForRequests(n);
  }
});
