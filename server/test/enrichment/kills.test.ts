import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { runOverdueEnrichment } from '../../src/enrichment/overdue.job.ts';
import { sql } from '../../src/platform/db/index.ts';
import { send } from '../call.ts';
import { testGround } from '../faults/ground.ts';
import { startProcess, type TestProcess } from '../faults/process.ts';
import { chooseSeed, seededRandom } from '../faults/random.ts';
import { type Behaviour, modelServer, sensible } from '../model-server.ts';
import { insertMany } from '../prospects/many.ts';
import { testQueue } from '../queue/workers.ts';
import { expectSoundCredits } from './credit-checks.ts';

const kills = Number(process.env['ENRICH_KILLS'] ?? 3);
const workerMain = fileURLToPath(new URL('../../src/worker.ts', import.meta.url));
const ground = await testGround();
const queue = await testQueue([], ground);
const workers: TestProcess[] = [];
afterAll(() => Promise.all(workers.map((worker) => worker.kill())));
const seed = chooseSeed();
const random = seededRandom(seed);

/** Slow, busy, broken, wordy, beside the point or silent, and now and then right. */
const moods: (() => Behaviour)[] = [
  () => ({ status: 429, headers: { 'retry-after': '1' } }),
  () => ({ status: 500 }),
  () => ({ text: 'Sure!' }),
  () => ({ bytes: 2_100_000 }),
  () => ({ answer: { nothing: true } }),
  () => ({ text: '' }),
  () => 'drop',
];
const model = await modelServer((asked) => {
  if (random() < 0.3) return moods[Math.floor(random() * moods.length)]!();
  return { ...(sensible(asked) as { answer: unknown }), afterMs: random() * 600 };
});

const environment = {
  DATABASE_URL: ground.appUrl,
  AI_PROVIDER: 'openai-compatible',
  AI_BASE_URL: model.baseUrl,
  AI_MODEL: 'scripted',
};

test(
  'through many deaths of API and worker, with a model in every mood: each credit is spent or comes back, once; the deleted stay away [credits.account credits.refunded credits.one-each]',
  async () => {
    const workspace = await ground.workspace();
    const ids = await insertMany(ground.owner, workspace.id, { count: 2_000 });
    await ground.owner.ask(sql`
      update prospect set title = 'Buyer', company_name = 'Saltmarsh' where workspace_id = ${workspace.id}`);
    let api = await ground.api(environment);
    const startWorker = async () => {
      const started = await startProcess(workerMain, 'working', environment);
      workers.push(started);
      return started;
    };
    let worker = await startWorker();
    const over = new AbortController();
    const deleted = new Set<string>();
    const acknowledged: { jobId: string | null; queued: number }[] = [];

    /** Repeats a request under its key until somebody answers. */
    const insist = async (token: string, path: string, body: object) => {
      const headers = { 'idempotency-key': randomUUID() };
      for (;;) {
        const answer = await send(api.origin, token, 'POST', path, { body, headers }).catch(
          () => null,
        );
        if (answer && answer.status !== 503 && answer.status !== 409) return answer;
        await sleep(100);
      }
    };
    const pick = (count: number) =>
      Array.from({ length: count }, () => ids[Math.floor(random() * ids.length)]!);
    const load = async () => {
      for (let number = 0; !over.signal.aborted; number++) {
        const token = await workspace.token('member');
        const mode = random() < 0.5 ? 'enrich_only' : 'personalized_line';
        const body = { prospectIds: pick(8), mode, ignoreMissing: true };
        const { status, data } = await insist(token, '/enrich', body);
        expect(status).toBe(200);
        acknowledged.push(data);
        if (number % 3 === 0) {
          const gone = pick(1);
          const deletion = { action: 'delete', prospectIds: gone, ignoreMissing: true };
          expect((await insist(token, '/bulk', deletion)).status).toBe(200);
          for (const id of gone) deleted.add(id);
        }
        await sleep(kills > 10 ? 150 : 400);
      }
    };
    const loads = [load(), load()];
    for (let killed = 0; killed < kills; killed++) {
      await sleep(300 + random() * 1_200);
      if (random() < 0.3) {
        await api.kill();
        api = await ground.api(environment);
      } else {
        await worker.kill();
        worker = await startWorker();
      }
    }
    over.abort();
    await Promise.all(loads);

    // From here on all is well, so that what is left ends by itself, or by its deadline.
    model.behave(sensible);
    const open = async () => {
      const [row] = await ground.owner.ask<{ count: number }>(sql`
        select count(*)::int from enrichment
        where workspace_id = ${workspace.id} and status in ('queued', 'running')`);
      return row!.count;
    };
    for (
      let waited = 0;
      (await open()) > 0 && waited < (kills > 10 ? 120_000 : 30_000);
      waited += 250
    )
      await sleep(250);
    const left = await open();
    await worker.kill();
    await ground.owner.ask(sql`
      update enrichment set deadline = now()
      where workspace_id = ${workspace.id} and status in ('queued', 'running')`);
    const context = { attempt: 1, signal: new AbortController().signal, log: null! };
    await runOverdueEnrichment(queue.db)(context);

    const ends = await expectSoundCredits(ground, workspace.id);
    expect(ends.open).toBe(0);
    expect(ends.done).toBeGreaterThan(0);
    const jobs = await ground.owner.ask<{
      id: string;
      total: number;
      work: number;
      people: number;
    }>(sql`
      select j.id, j.total, count(e.id)::int as work, count(distinct e.prospect_id)::int as people
      from enrichment_job j join enrichment e on e.workspace_id = j.workspace_id and e.job_id = j.id
      where j.workspace_id = ${workspace.id} group by j.id, j.total`);
    for (const { total, work, people } of jobs) expect([work, people]).toEqual([total, total]);
    const known = new Map(jobs.map(({ id, total }) => [id, total]));
    for (const { jobId, queued } of acknowledged) if (jobId) expect(known.get(jobId)).toBe(queued);
    expect(acknowledged.filter(({ jobId }) => jobId).length).toBe(jobs.length);
    const back = await ground.owner.ask<{ id: string }>(sql`
      select prospect_id as id from prospect_search
      where workspace_id = ${workspace.id} and prospect_id = any(${[...deleted]}::uuid[])
      union all
      select id from prospect where workspace_id = ${workspace.id} and id = any(${[...deleted]}::uuid[])`);
    expect(back).toEqual([]);
    console.log(
      `seed ${seed}, ${kills} kills, ${acknowledged.length} requests, ${model.asked.length} questions, ${deleted.size} deleted, ${left} ended by the deadline`,
      ends,
    );
  },
  180_000 + kills * 15_000,
);
