import { afterAll, expect, test } from 'vitest';
import { session, testGround, write } from '../faults/ground.ts';
import { PostgresCluster } from '../faults/postgres-cluster.ts';
import { FaultProxy } from '../faults/proxy.ts';

const cluster = await PostgresCluster.start();
afterAll(() => cluster.remove());
const proxy = await FaultProxy.start(cluster.appUrl);
afterAll(() => proxy.close());
const ground = await testGround(cluster);

test.each<[string, () => unknown, () => unknown]>([
  ['killed', () => cluster.kill(), () => cluster.start()],
  ['silent', () => proxy.hole(), () => proxy.pass()],
])(
  'while PostgreSQL is %s, requests are 503 within two seconds; five seconds after its return they succeed',
  async (_, begin, end) => {
    const api = await ground.api({ DATABASE_URL: proxy.url, STATEMENT_TIMEOUT_MS: '300' });
    const token = await (await ground.workspace()).token('member');
    for (const name of ['warm', 'up']) await write(api, token, { name });
    api.log.length = 0;
    await begin();
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, (__, call) => write(api, token, { name: `new ${call}` })),
      ...Array.from({ length: 20 }, () => session(api, token)),
    ]);
    await end();
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect(api.slowest(503)).toBeLessThan(2_000);
    const served = async () => (await write(api, token, { name: `${Math.random()}` })).status;
    await expect.poll(served, { timeout: 5_000, interval: 100 }).toBe(200);
  },
);

test('a process that is told to stop ends within three seconds', async () => {
  const api = await ground.api();
  const token = await (await ground.workspace()).token('member');
  const underWay = write(
    api,
    token,
    { name: 'under way', holdMs: 1_000 },
    { 'idempotency-key': 'x' },
  );
  await ground.writeUnderWay();
  const started = performance.now();
  expect(await api.stop()).toEqual({ code: 0, signal: null });
  expect(performance.now() - started).toBeLessThan(3_000);
  expect((await underWay).status).toBe(200);
});
