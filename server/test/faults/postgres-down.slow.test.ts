import { afterAll, expect, test } from 'vitest';
import { sendJobs } from '../../src/platform/queue/send-jobs.ts';
import { plainJob, slowJobs } from '../queue/slow-jobs.ts';
import { testQueue } from '../queue/workers.ts';
import { isFull } from '../run-size.ts';
import { getSession, postTestWrite, setUpApiEnvironment } from './api-environment.ts';
import { PostgresCluster } from './postgres-cluster.ts';
import { FaultProxy } from './proxy.ts';

const cluster = await PostgresCluster.start();
afterAll(() => cluster.remove());
const proxy = await FaultProxy.start(cluster.appUrl);
afterAll(() => proxy.close());
const env = await setUpApiEnvironment(cluster);
const queue = await testQueue(slowJobs, cluster);
const impatient = {
  DATABASE_URL: proxy.url,
  CONNECT_TIMEOUT_MS: '3000',
  STATEMENT_TIMEOUT_MS: '3000',
};
const [api, worker] = await Promise.all([
  env.startApi(impatient),
  queue.startWorkerProcess({ DATABASE_URL: proxy.url }),
]);
const polling = { timeout: 20_000, interval: 50 };

const statusOf = async (path: string) => (await fetch(api.origin + path)).status;

/** Jobs that are running when the fault begins, and end afterwards. */
async function runningJob() {
  const workspace = await queue.workspace();
  await queue.db.transaction(workspace.id, async (tx) =>
    sendJobs(tx, plainJob, [{ holdMs: [1_000, 0] }], { correlationId: null }),
  );
  await expect.poll(() => queue.listNames(workspace), polling).toEqual(['started 1']);
  return {
    state: async () => (await queue.jobs(plainJob.name, workspace))[0]!.state,
  };
}
const complaints = () =>
  worker.log.filter(({ msg }) => String(msg).startsWith('the queue is unreachable'));

const faults: { how: string; begin: () => unknown; end: () => unknown }[] = [
  { how: 'killed', begin: () => cluster.kill(), end: () => cluster.start() },
  { how: 'silent', begin: () => proxy.blackHole(), end: () => proxy.restore() },
  { how: 'stopped', begin: () => cluster.stop(), end: () => cluster.start() },
  { how: 'cut off', begin: () => proxy.refuse(), end: () => proxy.restore() },
];

test.each(isFull ? faults : faults.slice(0, 2))(
  'while PostgreSQL is $how, requests are 503; afterwards they succeed, and a worker recovers by itself and finishes the running job',
  { timeout: 60_000 },
  async ({ how, begin, end }) => {
    const workspace = await env.workspace();
    const token = await workspace.token('member');
    for (const name of ['warm', 'up']) await postTestWrite(api, token, { name });
    const openWrite = postTestWrite(
      api,
      token,
      { name: 'under way', holdMs: 4_000 },
      { 'idempotency-key': how },
    );
    await env.waitForOpenWrite();
    const job = await runningJob();
    const complainedBefore = complaints().length;
    const began = performance.now();

    await begin();
    try {
      const concurrent = [
        openWrite,
        ...Array.from({ length: 10 }, (_, call) =>
          postTestWrite(api, token, { name: `new ${call}` }),
        ),
        ...Array.from({ length: 10 }, () => getSession(api, token)),
      ];
      expect(await statusOf('/livez')).toBe(200);
      const answers = [
        ...(await Promise.all(concurrent)),
        await getSession(api, token),
        await postTestWrite(api, token, { name: 'later' }),
      ];
      expect(await statusOf('/readyz')).toBe(503);
      for (const { status, error, headers } of answers) {
        expect({ status, code: error?.code }).toEqual({ status: 503, code: 'unavailable' });
        expect(headers.get('retry-after')).toBe('1');
      }
      await expect.poll(() => complaints().length, polling).toBeGreaterThan(complainedBefore);
    } finally {
      await end();
    }

    const served = async () =>
      (await postTestWrite(api, token, { name: `back ${Math.random()}` })).status;
    await expect.poll(served, polling).toBe(200);
    expect(await env.countLists(workspace, 'under way')).toBe(0);
    expect(await statusOf('/readyz')).toBe(200);
    expect(api.stderr()).toBe('');
    await expect.poll(job.state, polling).toBe('completed');
    // One log line every five seconds, not one per attempt.
    const complained = complaints().length - complainedBefore;
    expect(complained).toBeLessThan(3 + (performance.now() - began) / 5_000);
  },
);
