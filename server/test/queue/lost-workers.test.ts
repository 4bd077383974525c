import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { sql } from '../../src/platform/db/index.ts';
import type { Job } from '../../src/platform/queue/job.ts';
import { send } from '../../src/platform/queue/send.ts';
import type { TestWorkspace } from '../accounts.ts';
import { deadline } from '../faults/ground.ts';
import { careful, locked, plain, slowJobs } from './slow-jobs.ts';
import { testQueue } from './workers.ts';

const queue = await testQueue(slowJobs);
afterEach(queue.dismiss);
const patient = { timeout: 30_000, interval: 50 };

async function underWay(job: Job<{ holdMs: number[] }>, holdMs: number[]): Promise<TestWorkspace> {
  const workspace = await queue.workspace();
  await queue.db.transaction(workspace.id, async (tx) =>
    send(tx, job, [{ holdMs }], { correlationId: 'the request' }),
  );
  return workspace;
}
const state = async (job: Job<{ holdMs: number[] }>, workspace: TestWorkspace) =>
  (await queue.jobs(job.name, workspace))[0]!.state;

test(
  'a job whose worker is killed is taken over within seconds, whatever its delay for failures [jobs.taken-over]',
  deadline,
  async () => {
    const first = await queue.workerProcess();
    const workspace = await underWay(careful, [60_000, 0]);
    await expect.poll(() => queue.notes(workspace), patient).toEqual(['started 1']);
    await queue.worker();
    await first.kill();
    const killed = performance.now();
    await expect.poll(() => state(careful, workspace), patient).toBe('completed');
    expect(performance.now() - killed).toBeLessThan(15_000);
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
  },
);

test(
  'a worker that hangs and comes back cannot finish the job that another one has by then [jobs.not-by-the-first]',
  deadline,
  async () => {
    const first = await queue.workerProcess();
    const jobs = [careful, plain, locked];
    const workspaces = await Promise.all(jobs.map((job) => underWay(job, [6_000, 8_000])));
    for (const workspace of workspaces)
      await expect.poll(() => queue.notes(workspace), patient).toEqual(['started 1']);
    first.signal('SIGSTOP');
    await queue.worker();
    for (const workspace of workspaces)
      await expect.poll(() => queue.notes(workspace), patient).toContain('started 2');
    first.signal('SIGCONT');
    const dropped = () => first.log.filter(({ msg }) => String(msg).includes('dropped'));
    await expect.poll(() => dropped().length, patient).toBeGreaterThanOrEqual(1);
    await sleep(1_000);
    for (const [index, job] of jobs.entries())
      expect([job.name, await state(job, workspaces[index]!)]).toEqual([job.name, 'active']);

    for (const [index, job] of jobs.entries())
      await expect.poll(() => state(job, workspaces[index]!), patient).toBe('completed');
    const [ofCareful, ofPlain, ofLocked] = await Promise.all(workspaces.map(queue.notes));
    expect(ofCareful).toEqual(['finished 2', 'started 1', 'started 2']);
    expect(ofPlain).toEqual(['started 1', 'started 2']);
    expect(ofLocked).toEqual(['finished 2', 'started 1', 'started 2']);
  },
);

test('a job that loses its last worker is a dead letter [jobs.poison]', deadline, async () => {
  const worker = await queue.workerProcess();
  const workspace = await underWay(careful, [60_000]);
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
