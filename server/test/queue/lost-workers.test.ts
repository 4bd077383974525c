import { afterEach, expect, test } from 'vitest';
import { sql } from '../../src/platform/db/index.ts';
import type { Job } from '../../src/platform/queue/job.ts';
import { send } from '../../src/platform/queue/send.ts';
import type { TestWorkspace } from '../accounts.ts';
import { careful, endHolds, hour, locked, plain, slowJobs } from './slow-jobs.ts';
import { testQueue } from './workers.ts';

const queue = await testQueue(slowJobs);
afterEach(queue.dismiss);
const patient = { interval: 50 };

async function underWay(job: Job<{ holdMs: number[] }>, holdMs: number[]): Promise<TestWorkspace> {
  const workspace = await queue.workspace();
  await queue.db.transaction(workspace.id, async (tx) =>
    send(tx, job, [{ holdMs }], { correlationId: 'the request' }),
  );
  return workspace;
}
const state = async (job: Job<{ holdMs: number[] }>, workspace: TestWorkspace) =>
  (await queue.jobs(job.name, workspace))[0]!.state;

test('a job whose worker is killed is taken over, whatever its delay for failures [jobs.taken-over]', async () => {
  const first = await queue.workerProcess();
  const workspace = await underWay(careful, [hour, 0]);
  await expect.poll(() => queue.notes(workspace), patient).toEqual(['started 1']);
  await queue.worker();
  await first.kill();
  await expect.poll(() => state(careful, workspace), patient).toBe('completed');
  expect(await queue.notes(workspace)).toEqual(['finished 2', 'started 1', 'started 2']);
  expect(queue.log).toContainEqual(
    expect.objectContaining({
      level: 40,
      msg: 'the worker of this job was lost; it starts again',
      job: careful.name,
      jobId: expect.any(String),
      attempt: 1,
      workspaceId: workspace.id,
      correlationId: 'the request',
    }),
  );
});

test('a worker that hangs and comes back cannot finish the job that another one has by then [jobs.not-by-the-first]', async () => {
  // PostgreSQL ends a transaction of this worker that stands still for ten seconds.
  const first = await queue.workerProcess({ STATEMENT_TIMEOUT_MS: '5000' });
  const jobs = [careful, plain, locked];
  const workspaces = await Promise.all(jobs.map((job) => underWay(job, [8_000, hour])));
  for (const workspace of workspaces)
    await expect.poll(() => queue.notes(workspace), patient).toEqual(['started 1']);
  first.signal('SIGSTOP');
  await queue.worker();
  for (const workspace of workspaces)
    await expect.poll(() => queue.notes(workspace), patient).toContain('started 2');
  first.signal('SIGCONT');
  const ended = () =>
    first.log.filter(({ msg }) => /dropped|job done|job failed/.test(String(msg)));
  await expect.poll(() => ended().length, patient).toBe(jobs.length);
  expect(ended().some(({ msg }) => String(msg).includes('dropped'))).toBe(true);
  for (const [index, job] of jobs.entries())
    expect([job.name, await state(job, workspaces[index]!)]).toEqual([job.name, 'active']);

  endHolds();
  for (const [index, job] of jobs.entries())
    await expect.poll(() => state(job, workspaces[index]!), patient).toBe('completed');
  const [ofCareful, ofPlain, ofLocked] = await Promise.all(workspaces.map(queue.notes));
  expect(ofCareful).toEqual(['finished 2', 'started 1', 'started 2']);
  expect(ofPlain).toEqual(['started 1', 'started 2']);
  expect(ofLocked).toEqual(['finished 2', 'started 1', 'started 2']);
});

test('a job that loses its last worker is a dead letter [jobs.poison]', async () => {
  const worker = await queue.workerProcess();
  const workspace = await underWay(careful, [hour]);
  await expect.poll(() => queue.notes(workspace), patient).toContain('started 1');
  await worker.kill();
  // As if this had been its last attempt, and the worker had been gone for a while.
  await queue.owner.ask(sql`
    update pgboss.job set retry_limit = 0, heartbeat_on = now() - interval '11 seconds'
    where name = ${careful.name} and data ->> 'workspaceId' = ${workspace.id}`);
  await queue.worker();
  const letters = () => queue.jobs('dead-letters', workspace);
  await expect.poll(async () => (await letters()).length, patient).toBe(1);
  expect(await state(careful, workspace)).toBe('failed');
  expect(queue.log).toContainEqual(
    expect.objectContaining({
      level: 50,
      job: careful.name,
      workspaceId: workspace.id,
      attempt: 1,
    }),
  );
});
