import { createClient } from 'redis';
import { afterAll, expect, test } from 'vitest';
import type { Answer } from '../call.ts';
import { served, session, testGround } from './ground.ts';
import type { ApiProcess } from './process.ts';
import { FaultProxy } from './proxy.ts';
import { RedisServer } from './redis-server.ts';

const limit = 120;
const soon = { timeout: 15_000, interval: 100 };
const patient = { timeout: 60_000 };
const ground = await testGround();
const redis = await RedisServer.start();
const proxy = await FaultProxy.start(redis.url);
afterAll(async () => {
  await proxy.close();
  await redis.kill();
});
/** A Redis that hangs is given up early enough for the test, and late enough for a slow machine. */
const start = () => ground.api({ REDIS_URL: proxy.url, REDIS_TIMEOUT_MS: '500' });
const apis = (await Promise.all([1, 2].map(() => start()))) as [ApiProcess, ApiProcess];
const workspace = await ground.workspace();

const remaining = ({ headers }: { headers: Headers }) =>
  Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);

/** Whether the second process counts what the first one has allowed. */
const isShared = async () => {
  const token = await workspace.token('viewer');
  await session(apis[0], token);
  return remaining(await session(apis[1], token)) === limit - 2;
};

/** Uses a token up at each process alone: each allows the whole limit and not one more. */
async function expectOwnLimits() {
  const token = await workspace.token('viewer');
  for (const api of apis) {
    const answers: Answer[] = [];
    while (answers.length < limit + 10)
      answers.push(
        ...(await Promise.all(Array.from({ length: 10 }, () => served(() => session(api, token))))),
      );
    const allowed = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 429);
    expect([allowed.length, refused.length]).toEqual([limit, 10]);
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
  }
}

test('with Redis, two processes share one window', async () => {
  const allowed = async () => {
    const token = await workspace.token('viewer');
    let count = 0;
    for (let call = 0; call < limit + 10; call++)
      if ((await session(apis[call % 2]!, token)).status === 200) count++;
    return count;
  };
  await expect.poll(allowed).toBe(limit);
});

const faults = {
  killed: { begin: () => redis.kill(), end: () => redis.start() },
  hung: { begin: () => redis.pause(), end: () => redis.resume() },
  'behind a hole': { begin: () => proxy.hole(), end: () => proxy.pass() },
  'refusing connections': { begin: () => proxy.refuse(), end: () => proxy.pass() },
};

for (const [how, { begin, end }] of Object.entries(faults))
  test(
    `while Redis is ${how}, requests are served and each process limits on its own; afterwards they share again [rate.without-redis]`,
    patient,
    async () => {
      await begin();
      try {
        await expectOwnLimits();
      } finally {
        await end();
      }
      await expect.poll(isShared, soon).toBe(true);
    },
  );

test('an emptied Redis starts its windows anew and nothing else', patient, async () => {
  const token = await workspace.token('viewer');
  await session(apis[0], token);
  const client = await createClient({ url: redis.url }).connect();
  await client.flushAll();
  client.destroy();
  const answer = await session(apis[1], token);
  expect({ status: answer.status, remaining: remaining(answer) }).toEqual({
    status: 200,
    remaining: limit - 1,
  });
  await expect.poll(isShared).toBe(true);
});

test('a process starts while Redis is away, and joins in when it comes', patient, async () => {
  await proxy.refuse();
  const api = await start();
  const token = await workspace.token('viewer');
  const alone = await session(api, token);
  await proxy.pass();
  expect(alone.status).toBe(200);
  const joined = async () => {
    const fresh = await workspace.token('viewer');
    await session(apis[0], fresh);
    return remaining(await session(api, fresh)) === limit - 2;
  };
  await expect.poll(joined).toBe(true);
  expect(api.complaints()).toBe('');
});

test('none of this ended a process or went unhandled', () => {
  expect(apis.map((api) => api.complaints())).toEqual(['', '']);
});
