import { createClient } from 'redis';
import { afterAll, expect, test } from 'vitest';
import type { ApiResponse } from '../send-request.ts';
import { getSession, retryWhileUnavailable, setUpApiEnvironment } from './api-environment.ts';
import { FaultProxy } from './proxy.ts';
import { RedisServer } from './redis-server.ts';
import type { ApiProcess } from './test-process.ts';

const limit = 120;
const pollOptions = { timeout: 60_000, interval: 100 };
const timeout = { timeout: 300_000 };
const env = await setUpApiEnvironment();
const redis = await RedisServer.start();
const proxy = await FaultProxy.start(redis.url);
afterAll(async () => {
  await proxy.close();
  await redis.kill();
});
/** A timeout that is short enough for the test, and long enough for a slow machine. */
const start = () => env.startApi({ REDIS_URL: proxy.url, REDIS_TIMEOUT_MS: '500' });
const apis = (await Promise.all([1, 2].map(() => start()))) as [ApiProcess, ApiProcess];
const workspace = await env.workspace();

const remaining = ({ headers }: { headers: Headers }) =>
  Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);

/** Whether the second process counts the requests of the first one. */
const isShared = async () => {
  const token = await workspace.token('viewer');
  await getSession(apis[0], token);
  return remaining(await getSession(apis[1], token)) === limit - 2;
};

/** Uses up a token's limit at each process: each allows exactly the full limit. */
async function expectOwnLimits() {
  const token = await workspace.token('viewer');
  for (const api of apis) {
    const answers: ApiResponse[] = [];
    while (answers.length < limit + 10)
      answers.push(
        ...(await Promise.all(
          Array.from({ length: 10 }, () => retryWhileUnavailable(() => getSession(api, token))),
        )),
      );
    const allowed = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 429);
    expect([allowed.length, refused.length]).toEqual([limit, 10]);
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
  }
}

test('with Redis, two processes share one rate limit', async () => {
  const allowed = async () => {
    const token = await workspace.token('viewer');
    let count = 0;
    for (let call = 0; call < limit + 10; call++)
      if ((await getSession(apis[call % 2]!, token)).status === 200) count++;
    return count;
  };
  await expect.poll(allowed).toBe(limit);
});

const faults = {
  killed: { begin: () => redis.kill(), end: () => redis.start() },
  hung: { begin: () => redis.pause(), end: () => redis.resume() },
  unreachable: { begin: () => proxy.blackHole(), end: () => proxy.restore() },
  'refusing connections': { begin: () => proxy.refuse(), end: () => proxy.restore() },
};

for (const [how, { begin, end }] of Object.entries(faults))
  test(
    `while Redis is ${how}, requests are served and each process has its own limit; afterwards they share one again`,
    timeout,
    async () => {
      await begin();
      try {
        await expectOwnLimits();
      } finally {
        await end();
      }
      await expect.poll(isShared, pollOptions).toBe(true);
    },
  );

test('after FLUSHALL in Redis, only the rate limits restart', timeout, async () => {
  const token = await workspace.token('viewer');
  await getSession(apis[0], token);
  const client = await createClient({ url: redis.url }).connect();
  await client.flushAll();
  client.destroy();
  const answer = await getSession(apis[1], token);
  expect({ status: answer.status, remaining: remaining(answer) }).toEqual({
    status: 200,
    remaining: limit - 1,
  });
  await expect.poll(isShared).toBe(true);
});

test('a process starts without Redis, and uses it once it is available', timeout, async () => {
  await proxy.refuse();
  const api = await start();
  const token = await workspace.token('viewer');
  const alone = await getSession(api, token);
  await proxy.restore();
  expect(alone.status).toBe(200);
  const joined = async () => {
    const fresh = await workspace.token('viewer');
    await getSession(apis[0], fresh);
    return remaining(await getSession(api, fresh)) === limit - 2;
  };
  await expect.poll(joined).toBe(true);
  expect(api.stderr()).toBe('');
});

test('no process crashed or logged an unhandled error', () => {
  expect(apis.map((api) => api.stderr())).toEqual(['', '']);
});
