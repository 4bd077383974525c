import { afterAll, expect, test } from 'vitest';
import { PostgresCluster } from './postgres-cluster.ts';
import type { ApiProcess } from './process.ts';
import { FaultProxy } from './proxy.ts';
import { getSession, postTestWrite, setUpApiEnvironment } from './setup.ts';

const cluster = await PostgresCluster.start();
afterAll(() => cluster.remove());
const proxy = await FaultProxy.start(cluster.appUrl);
afterAll(() => proxy.close());
const env = await setUpApiEnvironment(cluster);
const [direct, behindProxy] = await Promise.all([
  env.startApi(),
  env.startApi({
    DATABASE_URL: proxy.url,
    CONNECT_TIMEOUT_MS: '5000',
    STATEMENT_TIMEOUT_MS: '5000',
  }),
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
  { how: 'silent', api: behindProxy, begin: () => proxy.blackHole(), end: () => proxy.restore() },
  { how: 'cut off', api: behindProxy, begin: () => proxy.refuse(), end: () => proxy.restore() },
];

for (const { how, api, begin, end } of faults)
  test(`while PostgreSQL is ${how}, requests are 503; afterwards they succeed [errors.unavailable]`, async () => {
    const workspace = await env.workspace();
    const token = await workspace.token('member');
    for (const name of ['warm', 'up']) await postTestWrite(api, token, { name });
    const openWrite = postTestWrite(
      api,
      token,
      { name: 'under way', holdMs: 9_000 },
      { 'idempotency-key': how },
    );
    await env.waitForOpenWrite();

    await begin();
    try {
      const concurrent = [
        openWrite,
        ...Array.from({ length: 20 }, (_, call) =>
          postTestWrite(api, token, { name: `new ${call}` }),
        ),
        ...Array.from({ length: 20 }, () => getSession(api, token)),
      ];
      expect(await statusOf(api, '/livez')).toBe(200);
      const answers = [
        ...(await Promise.all(concurrent)),
        await getSession(api, token),
        await postTestWrite(api, token, { name: 'later' }),
      ];
      expect(await statusOf(api, '/readyz')).toBe(503);
      for (const { status, error, headers } of answers) {
        expect({ status, code: error?.code }).toEqual({ status: 503, code: 'unavailable' });
        expect(headers.get('retry-after')).toBe('1');
      }
    } finally {
      await end();
    }

    const served = async () =>
      (await postTestWrite(api, token, { name: `back ${Math.random()}` })).status;
    await expect.poll(served, { interval: 100 }).toBe(200);
    expect(await env.countLists(workspace, 'under way')).toBe(0);
    expect(await statusOf(api, '/readyz')).toBe(200);
    expect(api.stderr()).toBe('');
  });
