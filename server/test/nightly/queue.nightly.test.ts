import { afterEach, expect, test } from 'vitest';
import { sendJobs } from '../../src/platform/queue/send-jobs.ts';
import type { TestWorkspace } from '../accounts.ts';
import { finishingJob, hourMs, slowJobs } from '../queue/slow-jobs.ts';
import { testQueue } from '../queue/workers.ts';
import { recordMeasurement } from '../record-measurement.ts';

const queue = await testQueue(slowJobs);
afterEach(queue.stopWorkers);
const polling = { interval: 20 };

async function sent(holdMs: number[], count = 1, given?: TestWorkspace) {
  const workspace = given ?? (await queue.workspace());
  const payloads = Array.from({ length: count }, () => ({ holdMs }));
  await queue.db.transaction(workspace.id, async (tx) =>
    sendJobs(tx, finishingJob, payloads, { correlationId: null }),
  );
  const committed = performance.now();
  return { workspace, since: () => Math.round(performance.now() - committed) };
}

test('a job starts within three seconds of its commit', async () => {
  await queue.startWorker();
  const { workspace, since } = await sent([0]);
  await expect.poll(() => queue.listNames(workspace), polling).toContain('started 1');
  const startMs = since();
  recordMeasurement('start of a job after its commit', `${startMs} ms`);
  expect(startMs).toBeLessThan(3_000);
});

test('a job whose worker is killed is finished by another within 15 seconds', async () => {
  const first = await queue.startWorkerProcess();
  const { workspace } = await sent([hourMs, 0]);
  await expect.poll(() => queue.listNames(workspace), polling).toEqual(['started 1']);
  await queue.startWorker();
  await first.kill();
  const killed = performance.now();
  await expect.poll(() => queue.listNames(workspace), polling).toContain('finished 2');
  const tookMs = Math.round(performance.now() - killed);
  recordMeasurement('end of a job after its worker was killed', `${tookMs} ms`);
  expect(tookMs).toBeLessThan(15_000);
});

test('behind 100,000 jobs of one workspace, a job of another starts within five seconds', async () => {
  const big = await queue.workspace();
  for (let part = 0; part < 5; part++) await sent([5], 20_000, big);
  await queue.startWorker();
  const { workspace, since } = await sent([0]);
  await expect.poll(() => queue.listNames(workspace), polling).toContain('started 1');
  const startMs = since();
  recordMeasurement('start of a job behind 100,000 of another workspace', `${startMs} ms`);
  expect(startMs).toBeLessThan(5_000);
});
