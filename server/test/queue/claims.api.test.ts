import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, expect, test } from 'vitest';
import { beginAttempt } from '../../src/platform/queue/job-claim.ts';
import { QueueEngine } from '../../src/platform/queue/queue-engine.ts';
import { sendJobs } from '../../src/platform/queue/send-jobs.ts';
import type { TestWorkspace } from '../accounts.ts';
import { finishingJob, holdJobs, hourMs, releaseHeldJobs, slowJobs } from './slow-jobs.ts';
import { testQueue } from './workers.ts';

const queue = await testQueue(slowJobs);
const engine = new QueueEngine(queue.database.appUrl);
afterAll(() => engine.close());
afterEach(async () => {
  releaseHeldJobs();
  await queue.stopWorkers();
  holdJobs();
});
const polling = { interval: 20 };

/** A job in the middle of its first attempt. */
async function startedJob(): Promise<{ workspace: TestWorkspace; id: string }> {
  const workspace = await queue.workspace();
  await queue.startWorker();
  await queue.db.transaction(workspace.id, async (tx) =>
    sendJobs(tx, finishingJob, [{ holdMs: [hourMs] }], { correlationId: null }),
  );
  await expect.poll(() => queue.listNames(workspace), polling).toEqual(['started 1']);
  const [job] = await queue.jobs(finishingJob.name, workspace);
  return { workspace, id: job!.id };
}
const isDiscarded = (jobId: string) =>
  queue.log.some((line) => line.jobId === jobId && String(line.msg).includes('discarded'));

test('a job that pg-boss has given to another worker cannot be finished, even before that worker begins', async () => {
  const { workspace, id } = await startedJob();
  await engine.boss.fail(finishingJob.name, { id, retryCount: 0 });
  const [taken] = await engine.boss.fetch(finishingJob.name, { ignoreStartAfter: true });
  expect(taken).toMatchObject({ id, retryCount: 1 });
  releaseHeldJobs();
  await expect.poll(() => isDiscarded(id), polling).toBe(true);
  expect(await queue.listNames(workspace)).toEqual(['started 1']);
  expect(await queue.jobs(finishingJob.name, workspace)).toMatchObject([{ state: 'active' }]);
  await engine.boss.complete(finishingJob.name, id);
});

test('once another attempt has begun, the first one cannot write, whatever pg-boss says', async () => {
  const { workspace, id } = await startedJob();
  await engine.query(beginAttempt({ name: finishingJob.name, id, retryCount: 1 }, 1));
  releaseHeldJobs();
  await expect.poll(() => isDiscarded(id), polling).toBe(true);
  expect(await queue.listNames(workspace)).toEqual(['started 1']);
});

test('an attempt does not begin after a later one', async () => {
  const begin = (id: string, retryCount: number) =>
    engine.query(beginAttempt({ name: finishingJob.name, id, retryCount }, 1));
  const [one, other] = [randomUUID(), randomUUID()];
  expect(await begin(one, 1)).toHaveLength(1);
  expect(await begin(one, 0)).toHaveLength(0);
  expect(await begin(one, 1)).toHaveLength(0);
  expect(await begin(one, 2)).toHaveLength(1);
  expect(await begin(other, 0)).toHaveLength(1);
});
