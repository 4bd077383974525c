import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { runOverdueEnrichment } from '../../src/enrichment/overdue-enrichment.job.ts';
import { sql } from '../../src/platform/db/index.ts';
import { setUpApiEnvironment } from '../faults/api-environment.ts';
import { chooseSeed, seededRandom } from '../faults/seeded-random.ts';
import { startProcess, type TestProcess } from '../faults/test-process.ts';
import { defaultResponse, type ModelResponse, startModelServer } from '../model-server.ts';
import { insertProspects } from '../prospects/insert-prospects.ts';
import { testQueue } from '../queue/workers.ts';
import { sizeForRun } from '../run-size.ts';
import { sendRequest } from '../send-request.ts';
import { expectConsistentCredits } from './credit-checks.ts';

const kills = sizeForRun(3, 50);
const workerMain = fileURLToPath(new URL('../../src/worker.ts', import.meta.url));
const env = await setUpApiEnvironment();
const queue = await testQueue([], env);
const workers: TestProcess[] = [];
afterAll(() => Promise.all(workers.map((worker) => worker.kill())));
const seed = chooseSeed();
const random = seededRandom(seed);

/** Responses of a faulty model. */
const faults: (() => ModelResponse)[] = [
  () => ({ status: 429, headers: { 'retry-after': '1' } }),
  () => ({ status: 500 }),
  () => ({ text: 'Sure!' }),
  () => ({ bytes: 2_100_000 }),
  () => ({ answer: { nothing: true } }),
  () => ({ text: '' }),
  () => 'drop',
];
const model = await startModelServer((request) => {
  if (random() < 0.3) return faults[Math.floor(random() * faults.length)]!();
  return { ...(defaultResponse(request) as { answer: unknown }), afterMs: random() * 600 };
});

const environment = {
  DATABASE_URL: env.appUrl,
  AI_PROVIDER: 'openai-compatible',
  AI_BASE_URL: model.baseUrl,
  AI_MODEL: 'scripted',
};

test(
  'when API and worker are killed repeatedly and the model is faulty, each credit is spent or refunded once, and deleted prospects stay deleted [credits.refunded credits.one-each]',
  async () => {
    const workspace = await env.workspace();
    const ids = await insertProspects(env.owner, workspace.id, { count: 2_000 });
    await env.owner.query(sql`
      update prospect set title = 'Buyer', company_name = 'Saltmarsh' where workspace_id = ${workspace.id}`);
    let api = await env.startApi(environment);
    const startWorker = async () => {
      const started = await startProcess(workerMain, 'working', environment);
      workers.push(started);
      return started;
    };
    let worker = await startWorker();
    const over = new AbortController();
    const deleted = new Set<string>();
    const acknowledged: { jobId: string | null; queued: number }[] = [];

    /** Retries a request with its Idempotency-Key until it is answered. */
    const sendUntilAnswered = async (token: string, path: string, body: object) => {
      const headers = { 'idempotency-key': randomUUID() };
      for (;;) {
        const answer = await sendRequest(api.origin, token, 'POST', path, { body, headers }).catch(
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
        const { status, data } = await sendUntilAnswered(token, '/enrich', body);
        expect(status).toBe(200);
        acknowledged.push(data);
        if (number % 3 === 0) {
          const gone = pick(1);
          const deletion = { action: 'delete', prospectIds: gone, ignoreMissing: true };
          expect((await sendUntilAnswered(token, '/bulk', deletion)).status).toBe(200);
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
        api = await env.startApi(environment);
      } else {
        await worker.kill();
        worker = await startWorker();
      }
    }
    over.abort();
    await Promise.all(loads);

    // Without faults, the remaining work finishes by itself or by its deadline.
    model.respondWith(defaultResponse);
    const open = async () => {
      const [row] = await env.owner.query<{ count: number }>(sql`
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
    await env.owner.query(sql`
      update enrichment set deadline = now()
      where workspace_id = ${workspace.id} and status in ('queued', 'running')`);
    const context = { attempt: 1, signal: new AbortController().signal, log: null! };
    await runOverdueEnrichment(queue)(context);

    const ends = await expectConsistentCredits(env, workspace.id);
    expect(ends.open).toBe(0);
    expect(ends.done).toBeGreaterThan(0);
    const jobs = await env.owner.query<{
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
    const back = await env.owner.query<{ id: string }>(sql`
      select prospect_id as id from prospect_word
      where workspace_id = ${workspace.id} and prospect_id = any(${[...deleted]}::uuid[])
      union all
      select id from prospect where workspace_id = ${workspace.id} and id = any(${[...deleted]}::uuid[])`);
    expect(back).toEqual([]);
    console.log(
      `seed ${seed}, ${kills} kills, ${acknowledged.length} requests, ${model.requests.length} model requests, ${deleted.size} deleted, ${left} ended by the deadline`,
      ends,
    );
  },
  600_000 + kills * 15_000,
);
