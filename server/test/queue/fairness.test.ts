import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { sql } from '../../src/platform/db/index.ts';
import { job } from '../../src/platform/queue/job.ts';
import { runs } from '../../src/platform/queue/line.ts';
import { send } from '../../src/platform/queue/send.ts';
import { testQueue } from './workers.ts';

const turn = job({
  name: 'test.turn',
  payload: z.object({ turnId: z.guid() }),
  concurrency: 2,
});
const started: { workspaceId: string; at: number }[] = [];
const queue = await testQueue([
  runs(turn, () => async (_payload, { workspaceId }) => {
    started.push({ workspaceId, at: performance.now() });
    await sleep(5);
  }),
]);

const queued = (workspaceId: string, count: number) =>
  queue.db.transaction(workspaceId, async (tx) => {
    const payloads = Array.from({ length: count }, () => ({ turnId: randomUUID() }));
    send(tx, turn, payloads, { correlationId: null });
  });
const startsOf = (workspaceId: string, since = 0) =>
  started.filter((start) => start.workspaceId === workspaceId && start.at > since);

test('behind a hundred thousand jobs of one workspace another starts within five seconds, and the first goes on under a trickle of fifty [jobs.fair]', {
  timeout: 120_000,
  retry: 1,
}, async () => {
  const [{ id: big }, { id: small }] = await Promise.all([queue.workspace(), queue.workspace()]);
  const others = await Promise.all(Array.from({ length: 50 }, () => queue.workspace()));
  for (let sent = 0; sent < 100_000; sent += 20_000) await queued(big, 20_000);
  const worker = await queue.worker();
  // Long enough into its backlog that whoever counted from the beginning would pass it for good.
  await expect
    .poll(() => startsOf(big).length, { timeout: 20_000, interval: 50 })
    .toBeGreaterThan(300);

  await queued(small, 1);
  const sent = performance.now();
  await expect.poll(() => startsOf(small).length, { timeout: 10_000, interval: 10 }).toBe(1);
  expect(startsOf(small)[0]!.at - sent).toBeLessThan(5_000);

  // More arrives from now on than can be done, so that it is the order which decides.
  const trickle = performance.now();
  const during = () => started.filter(({ at }) => at > trickle);
  while (during().length < 300) {
    await Promise.all(others.map(({ id }) => queued(id, 3)));
    await sleep(50);
  }
  const all = during().length;
  expect(await waiting(others.map(({ id }) => id))).toBeGreaterThan(100);
  expect(new Set(during().map(({ workspaceId }) => workspaceId)).size).toBe(others.length + 1);
  // One turn in fifty-one is its share, give or take the beginning.
  expect(startsOf(big, trickle).length).toBeGreaterThan(all / 51 / 2);
  expect(startsOf(big, trickle).length).toBeLessThan((all / 51) * 3);
  await worker.stop();
});

async function waiting(workspaceIds: string[]): Promise<number> {
  const [row] = await queue.owner.ask<{ count: number }>(sql`
    select count(*)::int as count from pgboss.job
    where name = ${turn.name} and state = 'created' and data ->> 'workspaceId' = any(${workspaceIds})`);
  return row!.count;
}
