import { expect, test } from 'vitest';
import { z } from 'zod';
import { sql } from '../../src/platform/db/index.ts';
import { metricsRegistry } from '../../src/platform/observe/metrics.ts';
import { defineJob } from '../../src/platform/queue/job.ts';
import { registerJob } from '../../src/platform/queue/job-registry.ts';
import { QueueEngine } from '../../src/platform/queue/queue-engine.ts';
import { measureQueues } from '../../src/platform/queue/queue-metrics.ts';
import { sendJobs } from '../../src/platform/queue/send-jobs.ts';
import { afterTestOrFile } from '../after-test-or-file.ts';
import { testQueue } from '../queue/workers.ts';
import { metricsUrlIn, parseMetrics, scrapeMetrics, sumOfSamples } from './scrape-metrics.ts';

const payload = z.object({ failures: z.int() });
const waitingJob = defineJob({ name: 'test.waiting', payload });
const failingJob = defineJob({
  name: 'test.failing',
  payload,
  retry: { limit: 1, delaySeconds: 0, backoff: false },
});
const queue = await testQueue([
  registerJob(waitingJob, () => async () => {}),
  registerJob(failingJob, () => async ({ failures }, { attempt }) => {
    if (attempt <= failures) throw new Error('on purpose');
  }),
]);
const engine = new QueueEngine(queue.database.appUrl);
afterTestOrFile(() => engine.close());

const scraped = async () => {
  await measureQueues(engine, [waitingJob.name, failingJob.name]);
  return parseMetrics(await metricsRegistry.metrics());
};
const ageIn = (metrics: Awaited<ReturnType<typeof scraped>>) =>
  sumOfSamples(metrics, 'outcrop_queue_oldest_job_age_seconds', { job_name: waitingJob.name });

async function sendWaitingJobs(count: number): Promise<string> {
  const { id } = await queue.workspace();
  const payloads = Array.from({ length: count }, () => ({ failures: 0 }));
  await queue.db.transaction(id, async (tx) =>
    sendJobs(tx, waitingJob, payloads, { correlationId: null }),
  );
  return id;
}
/** As if they had been sent so long ago. */
const makeOlder = (workspaceId: string, minutes: number) =>
  queue.owner.query(sql`
    update pgboss.job set created_on = created_on - make_interval(mins => ${minutes}),
                          start_after = start_after - make_interval(mins => ${minutes})
    where name = ${waitingJob.name} and data ->> 'workspaceId' = ${workspaceId}`);

test('the oldest waiting job of any workspace is found, also behind thousands of newer ones', async () => {
  expect(ageIn(await scraped())).toBe(0);
  for (let sent = 0; sent < 3; sent++) await sendWaitingJobs(2_000);
  const quiet = await sendWaitingJobs(1);
  await makeOlder(quiet, 30);
  const age = ageIn(await scraped());
  expect(age).toBeGreaterThanOrEqual(1_800);
  expect(age).toBeLessThan(1_800 + 600);
});

test('the number of waiting jobs is what pg-boss has counted', async () => {
  await engine.boss.supervise();
  const metrics = await scraped();
  expect(
    sumOfSamples(metrics, 'outcrop_queue_jobs', { job_name: waitingJob.name, state: 'ready' }),
  ).toBe(6_001);
  expect(
    sumOfSamples(metrics, 'outcrop_queue_jobs', { job_name: waitingJob.name, state: 'running' }),
  ).toBe(0);
});

test('while the database does not respond, the gauges of the queue have no value', async () => {
  const gone = new QueueEngine('postgres://unit@127.0.0.1:9/none');
  afterTestOrFile(() => gone.close());
  await expect(measureQueues(gone, [waitingJob.name])).rejects.toThrow();
  const metrics = parseMetrics(await metricsRegistry.metrics());
  for (const name of [
    'outcrop_queue_jobs',
    'outcrop_queue_oldest_job_age_seconds',
    'outcrop_dead_letters',
  ])
    expect(metrics.get(name), name).toBeUndefined();
});

test('a worker counts retries and dead letters, from zero', async () => {
  await queue.owner.query(sql`delete from pgboss.job where name = ${waitingJob.name}`);
  await queue.startWorker(undefined, { METRICS_PORT: 0 });
  const url = metricsUrlIn(queue.log);
  const outcomes = async () => {
    const metrics = await scrapeMetrics(url);
    return ['done', 'retried', 'dead_letter', 'taken_over'].map((outcome) =>
      sumOfSamples(metrics, 'outcrop_jobs_total', { job_name: failingJob.name, outcome }),
    );
  };
  expect(await outcomes()).toEqual([0, 0, 0, 0]);
  const { id } = await queue.workspace();
  await queue.db.transaction(id, async (tx) =>
    sendJobs(tx, failingJob, [{ failures: 1 }, { failures: 2 }], { correlationId: null }),
  );
  await expect.poll(outcomes).toEqual([1, 2, 1, 0]);
});
