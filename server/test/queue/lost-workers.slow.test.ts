import { afterEach, expect, test } from 'vitest';
import { sql } from '../../src/platform/db/index.ts';
import type { Job } from '../../src/platform/queue/job.ts';
import { sendJobs } from '../../src/platform/queue/send-jobs.ts';
import type { TestWorkspace } from '../accounts.ts';
import {
  finishingJob,
  holdJobs,
  hourMs,
  lockingJob,
  plainJob,
  releaseHeldJobs,
  slowJobs,
} from './slow-jobs.ts';
import { testQueue } from './workers.ts';

const queue = await testQueue(slowJobs);
afterEach(async () => {
  releaseHeldJobs();
  await queue.stopWorkers();
  holdJobs();
});
const polling = { interval: 50 };

async function sendJob(job: Job<{ holdMs: number[] }>, holdMs: number[]): Promise<TestWorkspace> {
  const workspace = await queue.workspace();
  await queue.db.transaction(workspace.id, async (tx) =>
    sendJobs(tx, job, [{ holdMs }], { correlationId: 'the request' }),
  );
  return workspace;
}
const state = async (job: Job<{ holdMs: number[] }>, workspace: TestWorkspace) =>
  (await queue.jobs(job.name, workspace))[0]!.state;

test('a job whose worker is killed is taken over without its retry delay', async () => {
  const first = await queue.startWorkerProcess();
  const workspace = await sendJob(finishingJob, [hourMs, 0]);
  await expect.poll(() => queue.listNames(workspace), polling).toEqual(['started 1']);
  await queue.startWorker();
  await first.kill();
  await expect.poll(() => state(finishingJob, workspace), polling).toBe('completed');
  expect(await queue.listNames(workspace)).toEqual(['finished 2', 'started 1', 'started 2']);
  expect(queue.log).toContainEqual(
    expect.objectContaining({
      level: 40,
      msg: 'the worker of this job was lost; the job is requeued',
      job: finishingJob.name,
      jobId: expect.any(String),
      attempt: 1,
      workspaceId: workspace.id,
      correlationId: 'the request',
    }),
  );
});

test('a worker that hangs and resumes cannot finish a job that another worker has taken over', async () => {
  // PostgreSQL ends a transaction of this worker that is idle for twenty seconds.
  const first = await queue.startWorkerProcess({ STATEMENT_TIMEOUT_MS: '10000' });
  const jobs = [finishingJob, plainJob, lockingJob];
  const workspaces = await Promise.all(jobs.map((job) => sendJob(job, [hourMs])));
  for (const workspace of workspaces)
    await expect.poll(() => queue.listNames(workspace), polling).toEqual(['started 1']);
  first.signal('SIGSTOP');
  await queue.startWorker();
  for (const workspace of workspaces)
    await expect.poll(() => queue.listNames(workspace), polling).toContain('started 2');
  first.signal('SIGCONT');
  first.signal('SIGUSR2');
  const names = jobs.map(({ name }) => name);
  const ended = () =>
    first.log.filter(
      ({ job, msg }) =>
        names.includes(String(job)) && /discarded|job done|job failed/.test(String(msg)),
    );
  await expect.poll(() => ended().length, polling).toBe(jobs.length);
  expect(ended().some(({ msg }) => String(msg).includes('discarded'))).toBe(true);
  for (const [index, job] of jobs.entries())
    expect([job.name, await state(job, workspaces[index]!)]).toEqual([job.name, 'active']);

  releaseHeldJobs();
  for (const [index, job] of jobs.entries())
    await expect.poll(() => state(job, workspaces[index]!), polling).toBe('completed');
  const [ofCareful, ofPlain, ofLocked] = await Promise.all(workspaces.map(queue.listNames));
  expect(ofCareful).toEqual(['finished 2', 'started 1', 'started 2']);
  expect(ofPlain).toEqual(['started 1', 'started 2']);
  expect(ofLocked).toEqual(['finished 2', 'started 1', 'started 2']);
});

test('a job whose worker dies in its last attempt becomes a dead letter', async () => {
  const worker = await queue.startWorkerProcess();
  const workspace = await sendJob(finishingJob, [hourMs]);
  await expect.poll(() => queue.listNames(workspace), polling).toContain('started 1');
  await worker.kill();
  // As if this was its last attempt and the worker died a while ago.
  await queue.owner.query(sql`
    update pgboss.job set retry_limit = 0, heartbeat_on = now() - interval '11 seconds'
    where name = ${finishingJob.name} and data ->> 'workspaceId' = ${workspace.id}`);
  await queue.startWorker();
  const deadLetters = () => queue.jobs('dead-letters', workspace);
  await expect.poll(async () => (await deadLetters()).length, polling).toBe(1);
  expect(await state(finishingJob, workspace)).toBe('failed');
  expect(queue.log).toContainEqual(
    expect.objectContaining({
      level: 50,
      job: finishingJob.name,
      workspaceId: workspace.id,
      attempt: 1,
    }),
  );
});
