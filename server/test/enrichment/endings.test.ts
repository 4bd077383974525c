import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runOverdueEnrichment } from '../../src/enrichment/overdue.job.ts';
import { sql } from '../../src/platform/db/index.ts';
import { type Behaviour, sensible } from '../model-server.ts';
import { enricher, enrichmentGround } from './ground.ts';

const { model, service, queue, startWorker } = await enrichmentGround();
await startWorker();
const behaviours = new Map<string, (time: number) => Behaviour>();
const times = new Map<string, number>();
model.behave((asked) => {
  const [name, behave] = [...behaviours].find(([each]) => asked.prompt.includes(each)) ?? [];
  if (!name || !behave) return sensible(asked);
  times.set(name, (times.get(name) ?? 0) + 1);
  return behave(times.get(name)!);
});
const line = { answer: { line: 'A fine plant.' } };
const unspent = { balance: 50_000, reserved: 0 };

async function one(name: string, behave: (time: number) => Behaviour) {
  const own = await enricher(service);
  const fullName = `Ending ${name}`;
  behaviours.set(fullName, behave);
  const id = await own.person({ fullName, title: 'Buyer', companyName: 'Saltmarsh' });
  const { data } = await own.enrich([id], { mode: 'personalized_line' });
  const until = async (isSo: () => boolean | Promise<boolean>) => {
    for (let waited = 0; waited < 60_000; waited += 20) {
      if (await isSo()) return;
      await sleep(20);
    }
    expect.fail('it did not come to that');
  };
  return {
    ...own,
    id,
    jobId: data.jobId as string,
    asked: () => times.get(fullName) ?? 0,
    until,
    underWay: () => until(() => (times.get(fullName) ?? 0) > 0),
  };
}

test.each([
  ['is busy', { status: 429, headers: { 'retry-after': '1' } }],
  ['fails', { status: 500 }],
  ['drops the connection', 'drop'],
] as const)(
  'a model that %s is asked again later, for the same credit [models.asked-again]',
  async (how, behaviour) => {
    const own = await one(how, (time) => (time === 1 ? behaviour : line));
    const { job, results } = await own.ended(own.jobId);
    expect(results[0]).toMatchObject({
      status: 'done',
      after: { firstTouchLine: 'A fine plant.' },
    });
    expect(job).toMatchObject({ done: 1, inputTokens: 100, outputTokens: 20, cost: null });
    expect(own.asked()).toBe(2);
    expect(await own.credits()).toMatchObject({
      account: { balance: 49_999, reserved: 0 },
      ledger: { balance: 49_999, reserved: 0 },
    });
  },
);

test('a model that fails to the last is not asked for ever: the credit comes back', async () => {
  const own = await one('always', () => ({ status: 502 }));
  await own.underWay();
  await service.owner.ask(
    sql`update enrichment set attempts = 5 where workspace_id = ${own.workspace.id}`,
  );
  const { results } = await own.ended(own.jobId);
  expect(results[0]).toMatchObject({
    status: 'failed',
    reason: 'The language model failed: it answered 502.',
  });
  expect((await own.credits()).account).toEqual(unspent);
});

test('a prospect deleted in mid-work: the credit comes back, and nobody does [credits.deleted prospects.deleted-for-good]', async () => {
  const own = await one('deleted', () => ({ ...line, afterMs: 700 }));
  await own.underWay();
  expect((await own.bulk({ action: 'delete', prospectIds: [own.id] })).status).toBe(200);
  expect(await own.credits()).toEqual({ account: unspent, ledger: unspent, open: 0 });
  await sleep(1_500);
  expect(await own.credits()).toEqual({ account: unspent, ledger: unspent, open: 0 });
  const left = await service.owner.ask<{ count: string }>(sql`
    select (select count(*) from prospect where workspace_id = ${own.workspace.id})
         + (select count(*) from prospect_search where workspace_id = ${own.workspace.id}) as count`);
  expect(left).toEqual([{ count: '0' }]);
  const { results } = await own.job(own.jobId);
  expect(results[0]).toMatchObject({ status: 'cancelled', before: null, after: null });
  const events = await service.owner.ask<{ type: string }>(sql`
    select type from event where workspace_id = ${own.workspace.id} and type like 'enrichment.%'`);
  expect(events).toEqual([]);
});

test('what was found is forgotten with the person', async () => {
  const own = await one('forgotten', () => line);
  await own.ended(own.jobId);
  await own.bulk({ action: 'delete', prospectIds: [own.id] });
  const { results } = await own.job(own.jobId);
  expect(results[0]).toMatchObject({ status: 'done', before: null, after: null });
  const kept = await service.owner.ask<{ text: string }>(sql`
    select data::text as text from event where workspace_id = ${own.workspace.id}
    union all select concat(result, before) from enrichment where workspace_id = ${own.workspace.id}`);
  expect(JSON.stringify(kept)).not.toContain('A fine plant');
});

test('no reservation outlives its deadline, and what comes after it is dropped [credits.deadline]', async () => {
  const own = await one('overdue', () => ({ ...line, afterMs: 1_500 }));
  await own.underWay();
  await service.owner.ask(
    sql`update enrichment set deadline = now() where workspace_id = ${own.workspace.id}`,
  );
  const context = { attempt: 1, signal: new AbortController().signal, log: null! };
  await runOverdueEnrichment(queue.db)(context);
  expect(await own.credits()).toEqual({ account: unspent, ledger: unspent, open: 0 });
  await sleep(2_000);
  expect(await own.credits()).toEqual({ account: unspent, ledger: unspent, open: 0 });
  const { results } = await own.job(own.jobId);
  expect(results[0]).toMatchObject({
    status: 'failed',
    reason: 'It was not done within 24 hours.',
  });
  expect((await own.prospect(own.id)).firstTouchLine).toBeNull();
});

test('work whose prospect is gone, however that came about, ends where it is found', async () => {
  const own = await one('gone', () => ({ ...line, afterMs: 500 }));
  await own.underWay();
  await service.owner.ask(sql`delete from prospect where workspace_id = ${own.workspace.id}`);
  const { job } = await own.ended(own.jobId);
  expect(job).toMatchObject({ cancelled: 1 });
  expect(await own.credits()).toEqual({ account: unspent, ledger: unspent, open: 0 });
});
