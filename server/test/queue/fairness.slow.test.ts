import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { sql } from '../../src/platform/db/index.ts';
import { defineJob } from '../../src/platform/queue/job.ts';
import { registerJob } from '../../src/platform/queue/job-registry.ts';
import { sendJobs } from '../../src/platform/queue/send-jobs.ts';
import { sizeForRun, timeoutForRun } from '../run-size.ts';
import { testQueue } from './workers.ts';

const fairJob = defineJob({
  name: 'test.turn',
  payload: z.object({ turnId: z.guid() }),
  concurrency: 2,
});
const backlog = sizeForRun(10_000, 100_000);
const startedWorkspaces: string[] = [];
const queue = await testQueue([
  registerJob(fairJob, () => async (_payload, { workspaceId }) => {
    startedWorkspaces.push(workspaceId);
    await sleep(5);
  }),
]);

const polling = { timeout: timeoutForRun(240_000, 20_000), interval: 50 };
const queued = (workspaceId: string, count: number) =>
  queue.db.transaction(workspaceId, async (tx) => {
    const payloads = Array.from({ length: count }, () => ({ turnId: randomUUID() }));
    sendJobs(tx, fairJob, payloads, { correlationId: null });
  });
const startsOf = (workspaceId: string, since = 0) =>
  startedWorkspaces.slice(since).filter((one) => one === workspaceId).length;

test('behind a large backlog of one workspace, another workspace is next, and the first continues while 50 others send jobs', {
  timeout: timeoutForRun(900_000),
}, async () => {
  const [{ id: big }, { id: small }] = await Promise.all([queue.workspace(), queue.workspace()]);
  const others = await Promise.all(Array.from({ length: 50 }, () => queue.workspace()));
  for (let sent = 0; sent < backlog; sent += 10_000) await queued(big, 10_000);
  const worker = await queue.startWorker();
  // Far enough into the backlog that workspaces starting at position 0 would always be preferred.
  await expect.poll(() => startsOf(big), polling).toBeGreaterThan(100);

  await queued(small, 1);
  const behind = startedWorkspaces.length;
  await expect.poll(() => startsOf(small), polling).toBe(1);
  // Jobs that were already claimed, and a few that were being claimed.
  expect(startedWorkspaces.indexOf(small) - behind).toBeLessThan(20);

  // From now on more jobs arrive than are finished, so that the order decides.
  const trickle = (count: number) => Promise.all(others.map(({ id }) => queued(id, count)));
  await trickle(10);
  const since = startedWorkspaces.length;
  for (let round = 1; round <= 3; round++) {
    await expect.poll(() => startedWorkspaces.length - since, polling).toBeGreaterThan(60 * round);
    await trickle(3);
  }
  await worker.stop();
  const all = startedWorkspaces.length - since;
  expect(await countWaiting(others.map(({ id }) => id))).toBeGreaterThan(0);
  expect(new Set(startedWorkspaces.slice(since)).size).toBe(others.length + 1);
  // Its share is one in 51, with some tolerance for the start.
  expect(startsOf(big, since)).toBeGreaterThan(all / 51 / 2);
  expect(startsOf(big, since)).toBeLessThan((all / 51) * 3);
});

async function countWaiting(workspaceIds: string[]): Promise<number> {
  const [row] = await queue.owner.query<{ count: number }>(sql`
    select count(*)::int as count from pgboss.job
    where name = ${fairJob.name} and state = 'created' and data ->> 'workspaceId' = any(${workspaceIds})`);
  return row!.count;
}
