import { afterEach, expect, test } from 'vitest';
import { send } from '../../src/platform/queue/send.ts';
import type { TestWorkspace } from '../accounts.ts';
import { careful, hour, slowJobs } from './slow-jobs.ts';
import { testQueue } from './workers.ts';

const queue = await testQueue(slowJobs);
afterEach(queue.dismiss);
const patient = { interval: 20 };

const sent = async (holdMs: number[], count = 1): Promise<TestWorkspace> => {
  const workspace = await queue.workspace();
  const payloads = Array.from({ length: count }, () => ({ holdMs }));
  await queue.db.transaction(workspace.id, async (tx) =>
    send(tx, careful, payloads, { correlationId: null }),
  );
  return workspace;
};
const jobsOf = (workspace: TestWorkspace) => queue.jobs(careful.name, workspace);

test('when told to stop, a worker finishes what is under way, takes nothing new, and ends well [jobs.stop]', async () => {
  const worker = await queue.workerProcess();
  const busy = await sent([1_500]);
  await expect.poll(() => queue.notes(busy), patient).toEqual(['started 1']);
  const exited = worker.stop();
  await expect
    .poll(() => worker.log.some(({ signal }) => signal === 'SIGTERM'), patient)
    .toBe(true);
  const late = await sent([0]);
  expect(await exited).toEqual({ code: 0, signal: null });
  expect(await queue.notes(busy)).toEqual(['finished 1', 'started 1']);
  expect(await jobsOf(busy)).toMatchObject([{ state: 'completed' }]);
  expect(await jobsOf(late)).toMatchObject([{ state: 'created' }]);
  expect(worker.complaints()).toBe('');
  expect(worker.log.filter(({ level }) => Number(level) > 30)).toEqual([]);
});

test('what does not end in time is handed back: it starts elsewhere at once, and the attempt does not count [jobs.stop]', async () => {
  const worker = await queue.workerProcess();
  const busy = await sent([hour, 0]);
  await expect.poll(() => queue.notes(busy), patient).toEqual(['started 1']);
  expect(await worker.stop()).toEqual({ code: 0, signal: null });
  expect(worker.log.at(-1)).toMatchObject({
    msg: 'stopping: job handed back unfinished',
    job: careful.name,
  });
  const [handed] = await jobsOf(busy);
  expect(handed).toMatchObject({ state: 'retry', retryLimit: careful.retry.limit + 1 });
  expect(handed!.startsIn).toBeLessThanOrEqual(0);
  await queue.worker();
  await expect.poll(async () => (await jobsOf(busy))[0]!.state, patient).toBe('completed');
});

test('two workers share the jobs, and each job is done once [jobs.shared]', async () => {
  const workers = await Promise.all([queue.workerProcess(), queue.workerProcess()]);
  const workspaces = await Promise.all(Array.from({ length: 16 }, () => sent([150])));
  for (const workspace of workspaces)
    await expect.poll(() => queue.notes(workspace), patient).toEqual(['finished 1', 'started 1']);
  await Promise.all(workers.map((worker) => worker.stop()));
  const shares = workers.map(
    ({ log }) => log.filter(({ msg, job }) => msg === 'job done' && job === careful.name).length,
  );
  expect(Math.min(...shares)).toBeGreaterThan(0);
  expect(shares[0]! + shares[1]!).toBe(workspaces.length);
});
