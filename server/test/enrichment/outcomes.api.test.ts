import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runOverdueEnrichment } from '../../src/enrichment/overdue-enrichment.job.ts';
import { sql } from '../../src/platform/db/index.ts';
import { defaultResponse, type ModelResponse } from '../model-server.ts';
import { enrichmentClient, setUpEnrichment } from './enrichment-client.ts';

const { model, service, queue, startWorker } = await setUpEnrichment();
await startWorker();
type Respond = (time: number) => ModelResponse | Promise<ModelResponse>;
const responses = new Map<string, Respond>();
const times = new Map<string, number>();
model.respondWith((request) => {
  const [name, respond] = [...responses].find(([each]) => request.prompt.includes(each)) ?? [];
  if (!name || !respond) return defaultResponse(request);
  times.set(name, (times.get(name) ?? 0) + 1);
  return respond(times.get(name)!);
});
const line = { answer: { line: 'A fine plant.' } };
const unspentCredits = { balance: 50_000, reserved: 0 };

async function startEnrichment(name: string, respond: Respond) {
  const client = await enrichmentClient(service);
  const fullName = `Outcome ${name}`;
  responses.set(fullName, respond);
  const id = await client.addLead({ fullName, title: 'Buyer', companyName: 'Saltmarsh' });
  const { data } = await client.enrich([id], { mode: 'personalized_line' });
  const waitUntil = async (condition: () => boolean | Promise<boolean>) => {
    for (let waited = 0; waited < 60_000; waited += 20) {
      if (await condition()) return;
      await sleep(20);
    }
    expect.fail('the condition was not met');
  };
  return {
    ...client,
    id,
    jobId: data.jobId as string,
    requestCount: () => times.get(fullName) ?? 0,
    until: waitUntil,
    waitForRequest: () => waitUntil(() => (times.get(fullName) ?? 0) > 0),
    /** Waits until the worker has finished the job. Its enrichment may have ended earlier. */
    waitForWorker: () =>
      waitUntil(async () => {
        const jobs = await queue.jobs('enrich', client.workspace);
        return jobs.every(({ state }) => state === 'completed');
      }),
  };
}

/** Like `startEnrichment`, but the model answers only when `answer` is called. */
async function startHeldEnrichment(name: string) {
  const { promise: released, resolve: answer } = Promise.withResolvers<void>();
  const client = await startEnrichment(name, async () => {
    await released;
    return line;
  });
  await client.waitForRequest();
  return { ...client, answer };
}

test.each([
  ['is busy', { status: 429, headers: { 'retry-after': '1' } }],
  ['fails', { status: 500 }],
  ['drops the connection', 'drop'],
] as const)(
  'when the model %s, the request is retried for the same credit',
  async (how, response) => {
    const client = await startEnrichment(how, (time) => (time === 1 ? response : line));
    const { job, results } = await client.waitForEnd(client.jobId);
    expect(results[0]).toMatchObject({
      status: 'done',
      after: { firstTouchLine: 'A fine plant.' },
    });
    expect(job).toMatchObject({ done: 1, inputTokens: 100, outputTokens: 20, cost: null });
    expect(client.requestCount()).toBe(2);
    expect(await client.credits()).toMatchObject({
      account: { balance: 49_999, reserved: 0 },
      ledger: { balance: 49_999, reserved: 0 },
    });
  },
);

test('retries of a failing model are limited, and the credit is refunded', async () => {
  const client = await startEnrichment('always', () => ({ status: 502 }));
  await client.waitForRequest();
  await service.owner.query(
    sql`update enrichment set attempts = 5 where workspace_id = ${client.workspace.id}`,
  );
  const { results } = await client.waitForEnd(client.jobId);
  expect(results[0]).toMatchObject({
    status: 'failed',
    reason: 'The language model failed (status 502).',
  });
  expect((await client.credits()).account).toEqual(unspentCredits);
});

test('when a prospect is deleted during enrichment, the credit is refunded and the prospect stays deleted', async () => {
  const client = await startHeldEnrichment('deleted');
  expect((await client.bulk({ action: 'delete', prospectIds: [client.id] })).status).toBe(200);
  expect(await client.credits()).toEqual({
    account: unspentCredits,
    ledger: unspentCredits,
    open: 0,
  });
  client.answer();
  await client.waitForWorker();
  expect(await client.credits()).toEqual({
    account: unspentCredits,
    ledger: unspentCredits,
    open: 0,
  });
  const left = await service.owner.query<{ count: string }>(sql`
    select (select count(*) from prospect where workspace_id = ${client.workspace.id})
         + (select count(*) from prospect_word where workspace_id = ${client.workspace.id}) as count`);
  expect(left).toEqual([{ count: '0' }]);
  const { results } = await client.job(client.jobId);
  expect(results[0]).toMatchObject({ status: 'cancelled', before: null, after: null });
  const events = await service.owner.query<{ type: string }>(sql`
    select type from event where workspace_id = ${client.workspace.id} and type like 'enrichment.%'`);
  expect(events).toEqual([]);
});

test('deleting a prospect deletes its enrichment results', async () => {
  const client = await startEnrichment('forgotten', () => line);
  await client.waitForEnd(client.jobId);
  await client.bulk({ action: 'delete', prospectIds: [client.id] });
  const { results } = await client.job(client.jobId);
  expect(results[0]).toMatchObject({ status: 'done', before: null, after: null });
  const kept = await service.owner.query<{ text: string }>(sql`
    select data::text as text from event where workspace_id = ${client.workspace.id}
    union all select concat(result, before) from enrichment where workspace_id = ${client.workspace.id}`);
  expect(JSON.stringify(kept)).not.toContain('A fine plant');
});

test('reservations end at their deadline, and later results are dropped', async () => {
  const client = await startHeldEnrichment('overdue');
  await service.owner.query(
    sql`update enrichment set deadline = now() where workspace_id = ${client.workspace.id}`,
  );
  const context = { attempt: 1, signal: new AbortController().signal, log: null! };
  await runOverdueEnrichment(queue)(context);
  expect(await client.credits()).toEqual({
    account: unspentCredits,
    ledger: unspentCredits,
    open: 0,
  });
  client.answer();
  await client.waitForWorker();
  expect(await client.credits()).toEqual({
    account: unspentCredits,
    ledger: unspentCredits,
    open: 0,
  });
  const { results } = await client.job(client.jobId);
  expect(results[0]).toMatchObject({
    status: 'failed',
    reason: 'The work was not completed within 24 hours.',
  });
  expect((await client.prospect(client.id)).firstTouchLine).toBeNull();
});

test('an enrichment whose prospect no longer exists is canceled', async () => {
  const client = await startHeldEnrichment('gone');
  await service.owner.query(sql`delete from prospect where workspace_id = ${client.workspace.id}`);
  client.answer();
  const { job } = await client.waitForEnd(client.jobId);
  expect(job).toMatchObject({ cancelled: 1 });
  expect(await client.credits()).toEqual({
    account: unspentCredits,
    ledger: unspentCredits,
    open: 0,
  });
});
