import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { sql } from '../../src/platform/db/index.ts';
import { expectConsistentCredits } from '../enrichment/credit-checks.ts';
import { startProcess } from '../faults/test-process.ts';
import { defaultResponse, startModelServer } from '../model-server.ts';
import { insertProspects } from '../prospects/insert-prospects.ts';
import { recordMeasurement } from '../record-measurement.ts';
import { testService } from '../service.ts';

const people = 10_000;
const concurrency = 16;
const latencyMs = 200;
const workerMain = fileURLToPath(new URL('../../src/worker.ts', import.meta.url));
const service = await testService();
const model = await startModelServer((request) => ({
  ...(defaultResponse(request) as { answer: unknown }),
  afterMs: latencyMs,
}));

const residentMiB = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024;

/** Milliseconds of CPU that a process has used. */
const cpuMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
};

test(
  'a large job uses the full capacity of the model with stable memory, and a request of another workspace starts within five seconds',
  async () => {
    const [large, other] = await Promise.all([service.workspace(), service.workspace()]);
    const ids = await insertProspects(service.owner, large.id, { count: people });
    const [single] = await insertProspects(service.owner, other.id, { count: 1 });
    const ask = async (token: string, prospectIds: (string | undefined)[]) => {
      const body = { prospectIds, mode: 'personalized_line' };
      expect((await service.call(token, 'POST', '/enrich', { body })).status).toBe(200);
    };
    let token = '';
    for (let sent = 0; sent < people; sent += 100) {
      if (sent % 3_000 === 0) token = await large.token('member');
      await ask(token, ids.slice(sent, sent + 100));
    }
    const worker = await startProcess(workerMain, 'working', {
      DATABASE_URL: service.database.appUrl,
      AI_PROVIDER: 'openai-compatible',
      AI_BASE_URL: model.baseUrl,
      AI_MODEL: 'scripted',
      AI_CONCURRENCY: String(concurrency),
      DATABASE_POOL_SIZE: '20',
      // Only a small heap shows a leak: a large one grows before it is collected.
      NODE_OPTIONS: '--max-old-space-size=192',
    });
    onTestFinished(() => void worker.kill());
    const done = async (workspaceId: string) => {
      const [row] = await service.owner.query<{ count: number }>(sql`
        select count(*)::int from enrichment where workspace_id = ${workspaceId} and status = 'done'`);
      return row!.count;
    };
    while ((await done(large.id)) < people / 20) await sleep(50);
    const [startedAt, startedWith] = [performance.now(), await done(large.id)];
    await ask(await other.token('member'), [single]);
    const [memory, cpuBefore] = [[] as number[], cpuMs(worker.pid)];
    let finished = startedWith;
    for (; finished < people; finished = await done(large.id)) {
      memory.push(residentMiB(worker.pid));
      await sleep(200);
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    const cpu = (cpuMs(worker.pid) - cpuBefore) / (finished - startedWith);
    await worker.kill();

    const [first] = await service.owner.query<{ seconds: number }>(sql`
      select extract(epoch from started_at - created_at)::float as seconds
      from enrichment where workspace_id = ${other.id}`);
    expect(first!.seconds).toBeLessThan(5);
    expect(model.maxConcurrent()).toBeLessThanOrEqual(concurrency);
    expect(await expectConsistentCredits(service, large.id)).toMatchObject({
      done: people,
      open: 0,
    });
    const perSecond = (finished - startedWith) / seconds;
    const share = perSecond / (concurrency / (latencyMs / 1_000));
    const third = Math.ceil(memory.length / 3);
    const [early, late] = [memory.slice(third, 2 * third), memory.slice(2 * third)].map((part) =>
      Math.max(...part),
    );
    const job = 'an enrichment of 10,000 prospects';
    recordMeasurement(
      `${job}, rate`,
      `${perSecond.toFixed(1)}/s, ${share.toFixed(2)} of concurrency ÷ latency`,
    );
    recordMeasurement(`${job}, CPU of the worker`, `${cpu.toFixed(1)} ms each`);
    recordMeasurement(
      `${job}, memory of the worker`,
      `${early?.toFixed(0)}, then ${late?.toFixed(0)} MiB`,
    );
    recordMeasurement(
      `${job}, start of another workspace's request`,
      `${first!.seconds.toFixed(2)} s`,
    );
    expect(late! - early!).toBeLessThan(40);
  },
  20 * 60_000,
);
