import { randomUUID } from 'node:crypto';
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
const started: string[] = [];
const queue = await testQueue([
  runs(turn, () => async (_payload, { workspaceId }) => {
    started.push(workspaceId);
    await sleep(5);
  }),
]);

const patient = { timeout: 240_000, interval: 50 };
const queued = (workspaceId: string, count: number) =>
  queue.db.transaction(workspaceId, async (tx) => {
    const payloads = Array.from({ length: count }, () => ({ turnId: randomUUID() }));
    send(tx, turn, payloads, { correlationId: null });
  });
const startsOf = (workspaceId: string, since = 0) =>
  started.slice(since).filter((one) => one === workspaceId).length;

test('behind a hundred thousand jobs of one workspace another is next, and the first goes on under a trickle of fifty [jobs.fair]', {
  timeout: 900_000,
}, async () => {
  const [{ id: big }, { id: small }] = await Promise.all([queue.workspace(), queue.workspace()]);
  const others = await Promise.all(Array.from({ length: 50 }, () => queue.workspace()));
  for (let sent = 0; sent < 100_000; sent += 20_000) await queued(big, 20_000);
  const worker = await queue.worker();
  // Long enough into its backlog that whoever counted from the beginning would pass it for good.
  await expect.poll(() => startsOf(big), patient).toBeGreaterThan(100);

  await queued(small, 1);
  const behind = started.length;
  await expect.poll(() => startsOf(small), patient).toBe(1);
  // Those that had been taken before, and a few that were being taken.
  expect(started.indexOf(small) - behind).toBeLessThan(20);

  // More arrives from now on than is done, so that it is the order which decides.
  const trickle = (count: number) => Promise.all(others.map(({ id }) => queued(id, count)));
  await trickle(10);
  const since = started.length;
  for (let round = 1; round <= 3; round++) {
    await expect.poll(() => started.length - since, patient).toBeGreaterThan(60 * round);
    await trickle(3);
  }
  await worker.stop();
  const all = started.length - since;
  expect(await waiting(others.map(({ id }) => id))).toBeGreaterThan(0);
  expect(new Set(started.slice(since)).size).toBe(others.length + 1);
  // One turn in fifty-one is its share, give or take the beginning.
  expect(startsOf(big, since)).toBeGreaterThan(all / 51 / 2);
  expect(startsOf(big, since)).toBeLessThan((all / 51) * 3);
});

async function waiting(workspaceIds: string[]): Promise<number> {
  const [row] = await queue.owner.ask<{ count: number }>(sql`
    select count(*)::int as count from pgboss.job
    where name = ${turn.name} and state = 'created' and data ->> 'workspaceId' = any(${workspaceIds})`);
  return row!.count;
}
