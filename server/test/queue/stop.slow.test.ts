import { afterEach, expect, test } from 'vitest';
import { sendJobs } from '../../src/platform/queue/send-jobs.ts';
import type { TestWorkspace } from '../accounts.ts';
import { finishingJob, hourMs, slowJobs } from './slow-jobs.ts';
import { testQueue } from './workers.ts';

const queue = await testQueue(slowJobs);
afterEach(queue.stopWorkers);
const polling = { interval: 20 };

const sent = async (holdMs: number[], count = 1): Promise<TestWorkspace> => {
  const workspace = await queue.workspace();
  const payloads = Array.from({ length: count }, () => ({ holdMs }));
  await queue.db.transaction(workspace.id, async (tx) =>
    sendJobs(tx, finishingJob, payloads, { correlationId: null }),
  );
  return workspace;
};
const jobsOf = (workspace: TestWorkspace) => queue.jobs(finishingJob.name, workspace);

test('on SIGTERM, a worker finishes running jobs, claims no new ones, and exits with 0', async () => {
  const worker = await queue.startWorkerProcess();
  const busy = await sent([1_500]);
  await expect.poll(() => queue.listNames(busy), polling).toEqual(['started 1']);
  const exited = worker.stop();
  await expect
    .poll(() => worker.log.some(({ signal }) => signal === 'SIGTERM'), polling)
    .toBe(true);
  const late = await sent([0]);
  expect(await exited).toEqual({ code: 0, signal: null });
  expect(await queue.listNames(busy)).toEqual(['finished 1', 'started 1']);
  expect(await jobsOf(busy)).toMatchObject([{ state: 'completed' }]);
  expect(await jobsOf(late)).toMatchObject([{ state: 'created' }]);
  expect(worker.stderr()).toBe('');
  expect(worker.log.filter(({ level }) => Number(level) > 30)).toEqual([]);
});

test('a job that does not finish in time is handed back: another worker starts it at once, and the attempt does not count', async () => {
  const worker = await queue.startWorkerProcess();
  const busy = await sent([hourMs, 0]);
  await expect.poll(() => queue.listNames(busy), polling).toEqual(['started 1']);
  expect(await worker.stop()).toEqual({ code: 0, signal: null });
  expect(worker.log.at(-1)).toMatchObject({
    msg: 'stopping: unfinished job requeued',
    job: finishingJob.name,
  });
  const [handed] = await jobsOf(busy);
  expect(handed).toMatchObject({ state: 'created', retryLimit: finishingJob.retry.limit + 1 });
  expect(handed!.startsIn).toBeLessThanOrEqual(0);
  await queue.startWorker();
  await expect.poll(async () => (await jobsOf(busy))[0]!.state, polling).toBe('completed');
});
