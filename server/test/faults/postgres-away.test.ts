import { afterAll, expect, test } from 'vitest';
import { session, testGround, write } from './ground.ts';
import { PostgresCluster } from './postgres-cluster.ts';
import type { ApiProcess } from './process.ts';
import { FaultProxy } from './proxy.ts';

const cluster = await PostgresCluster.start();
afterAll(() => cluster.remove());
const proxy = await FaultProxy.start(cluster.appUrl);
afterAll(() => proxy.close());
const ground = await testGround(cluster);
const [direct, behindProxy] = await Promise.all([
  ground.api(),
  ground.api({ DATABASE_URL: proxy.url, STATEMENT_TIMEOUT_MS: '2000' }),
]);

const statusOf = async ({ origin }: ApiProcess, path: string) => {
  const response = await fetch(origin + path);
  return response.status;
};

const faults: {
  how: string;
  api: ApiProcess;
  begin: () => unknown;
  end: () => unknown;
}[] = [
  { how: 'stopped', api: direct, begin: () => cluster.stop(), end: () => cluster.start() },
  { how: 'killed', api: direct, begin: () => cluster.kill(), end: () => cluster.start() },
  { how: 'silent', api: behindProxy, begin: () => proxy.hole(), end: () => proxy.pass() },
  { how: 'cut off', api: behindProxy, begin: () => proxy.refuse(), end: () => proxy.pass() },
];

for (const { how, api, begin, end } of faults)
  test(`while PostgreSQL is ${how}, requests are 503, and after its return they succeed [errors.unavailable]`, async () => {
    const workspace = await ground.workspace();
    const token = await workspace.token('member');
    for (const name of ['warm', 'up']) await write(api, token, { name });
    const underWay = write(
      api,
      token,
      { name: 'under way', holdMs: 3_000 },
      { 'idempotency-key': how },
    );
    await ground.writeUnderWay();

    await begin();
    try {
      const atOnce = [
        underWay,
        ...Array.from({ length: 20 }, (_, call) => write(api, token, { name: `new ${call}` })),
        ...Array.from({ length: 20 }, () => session(api, token)),
      ];
      expect(await statusOf(api, '/livez')).toBe(200);
      const answers = [
        ...(await Promise.all(atOnce)),
        await session(api, token),
        await write(api, token, { name: 'later' }),
      ];
      expect(await statusOf(api, '/readyz')).toBe(503);
      for (const { status, error, headers } of answers) {
        expect({ status, code: error?.code }).toEqual({ status: 503, code: 'unavailable' });
        expect(headers.get('retry-after')).toBe('1');
      }
    } finally {
      await end();
    }

    const served = async () => (await write(api, token, { name: `back ${Math.random()}` })).status;
    await expect.poll(served, { interval: 100 }).toBe(200);
    expect(await ground.lists(workspace, 'under way')).toBe(0);
    expect(await statusOf(api, '/readyz')).toBe(200);
    expect(api.complaints()).toBe('');
  });
