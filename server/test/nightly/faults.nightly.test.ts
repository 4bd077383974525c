import { afterAll, expect, test } from 'vitest';
import { getSession, postTestWrite, setUpApiEnvironment } from '../faults/api-environment.ts';
import { PostgresCluster } from '../faults/postgres-cluster.ts';
import { FaultProxy } from '../faults/proxy.ts';
import { recordMeasurement } from '../record-measurement.ts';

const cluster = await PostgresCluster.start();
afterAll(() => cluster.remove());
const proxy = await FaultProxy.start(cluster.appUrl);
afterAll(() => proxy.close());
const env = await setUpApiEnvironment(cluster);

test.each<[string, () => unknown, () => unknown]>([
  ['killed', () => cluster.kill(), () => cluster.start()],
  ['silent', () => proxy.blackHole(), () => proxy.restore()],
])(
  'while PostgreSQL is %s, requests are 503 within two seconds; five seconds after it is back they succeed',
  async (how, begin, end) => {
    const api = await env.startApi({ DATABASE_URL: proxy.url, STATEMENT_TIMEOUT_MS: '300' });
    const token = await (await env.workspace()).token('member');
    for (const name of ['warm', 'up']) await postTestWrite(api, token, { name });
    api.log.length = 0;
    await begin();
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, (__, call) =>
        postTestWrite(api, token, { name: `new ${call}` }),
      ),
      ...Array.from({ length: 20 }, () => getSession(api, token)),
    ]);
    await end();
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    recordMeasurement(
      `503 while PostgreSQL is ${how}, slowest`,
      `${Math.round(api.maxResponseMs(503))} ms`,
    );
    expect(api.maxResponseMs(503)).toBeLessThan(2_000);
    const served = async () =>
      (await postTestWrite(api, token, { name: `${Math.random()}` })).status;
    await expect.poll(served, { timeout: 5_000, interval: 100 }).toBe(200);
  },
);

test('a process exits within three seconds of SIGTERM', async () => {
  const api = await env.startApi();
  const token = await (await env.workspace()).token('member');
  const openWrite = postTestWrite(
    api,
    token,
    { name: 'under way', holdMs: 1_000 },
    { 'idempotency-key': 'x' },
  );
  await env.waitForOpenWrite();
  const started = performance.now();
  expect(await api.stop()).toEqual({ code: 0, signal: null });
  const tookMs = performance.now() - started;
  recordMeasurement('exit after SIGTERM during a write of one second', `${Math.round(tookMs)} ms`);
  expect(tookMs).toBeLessThan(3_000);
  expect((await openWrite).status).toBe(200);
});
