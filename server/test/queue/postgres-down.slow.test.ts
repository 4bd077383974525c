import { afterAll, afterEach, expect, test } from 'vitest';
import { send } from '../../src/platform/queue/send.ts';
import { PostgresCluster } from '../faults/postgres-cluster.ts';
import { FaultProxy } from '../faults/proxy.ts';
import { plainJob, slowJobs } from './slow-jobs.ts';
import { testQueue } from './workers.ts';

const cluster = await PostgresCluster.start();
afterAll(() => cluster.remove());
const proxy = await FaultProxy.start(cluster.appUrl);
afterAll(() => proxy.close());
const queue = await testQueue(slowJobs, cluster);
afterEach(queue.stopWorkers);

const faults: { how: string; begin: () => unknown; end: () => unknown }[] = [
  { how: 'killed', begin: () => cluster.kill(), end: () => cluster.start() },
  { how: 'silent', begin: () => proxy.blackHole(), end: () => proxy.restore() },
];

for (const { how, begin, end } of faults)
  test(`after PostgreSQL was ${how}, a worker recovers by itself, and the running job is finished [jobs.recovers]`, async () => {
    const worker = await queue.startWorkerProcess({ DATABASE_URL: proxy.url });
    const workspaces = await Promise.all([queue.workspace(), queue.workspace()]);
    const [before, after] = workspaces as [(typeof workspaces)[0], (typeof workspaces)[0]];
    const sent = (id: string) =>
      queue.db.transaction(id, async (tx) =>
        send(tx, plainJob, [{ holdMs: [2_000, 0] }], { correlationId: null }),
      );
    await sent(before.id);
    await expect.poll(() => queue.listNames(before), { interval: 50 }).toEqual(['started 1']);

    const complaints = () =>
      worker.log.filter(({ msg }) => String(msg).startsWith('the queue is unreachable'));
    const began = performance.now();
    await begin();
    await expect.poll(() => complaints().length, { interval: 50 }).toBeGreaterThan(0);
    await end();
    await sent(after.id);
    for (const workspace of [before, after])
      await expect
        .poll(async () => (await queue.jobs(plainJob.name, workspace))[0]!.state, { interval: 50 })
        .toBe('completed');
    // One log line every five seconds, not one per attempt.
    expect(complaints().length).toBeLessThan(3 + (performance.now() - began) / 5_000);
  });
