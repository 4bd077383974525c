import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, test } from 'vitest';
import { send } from '../../src/platform/queue/send.ts';
import { PostgresCluster } from '../faults/postgres-cluster.ts';
import { FaultProxy } from '../faults/proxy.ts';
import { plain, slowJobs } from './slow-jobs.ts';
import { testQueue } from './workers.ts';

const cluster = await PostgresCluster.start();
afterAll(() => cluster.remove());
const proxy = await FaultProxy.start(cluster.appUrl);
afterAll(() => proxy.close());
const queue = await testQueue(slowJobs, cluster);
afterEach(queue.dismiss);

const faults: { how: string; begin: () => unknown; end: () => unknown }[] = [
  { how: 'killed', begin: () => cluster.kill(), end: () => cluster.start() },
  { how: 'silent', begin: () => proxy.hole(), end: () => proxy.pass() },
];

for (const { how, begin, end } of faults)
  test(`after PostgreSQL was ${how} a worker goes on by itself, and the job under way is done all the same [jobs.recovers]`, async () => {
    const worker = await queue.workerProcess({ DATABASE_URL: proxy.url });
    const workspaces = await Promise.all([queue.workspace(), queue.workspace()]);
    const [before, after] = workspaces as [(typeof workspaces)[0], (typeof workspaces)[0]];
    const sent = (id: string) =>
      queue.db.transaction(id, async (tx) =>
        send(tx, plain, [{ holdMs: [2_000, 0] }], { correlationId: null }),
      );
    await sent(before.id);
    await expect.poll(() => queue.notes(before), { interval: 50 }).toEqual(['started 1']);

    const began = performance.now();
    await begin();
    await sleep(3_000);
    await end();
    await sent(after.id);
    for (const workspace of [before, after])
      await expect
        .poll(async () => (await queue.jobs(plain.name, workspace))[0]!.state, { interval: 50 })
        .toBe('completed');
    // A line every five seconds, not one for every time it was tried.
    const complaints = worker.log.filter(({ msg }) => String(msg).startsWith('the queue cannot'));
    expect(complaints.length).toBeLessThan(3 + (performance.now() - began) / 5_000);
  });
