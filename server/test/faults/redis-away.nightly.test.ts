import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { session, testGround } from './ground.ts';
import { FaultProxy } from './proxy.ts';
import { RedisServer } from './redis-server.ts';

const ground = await testGround();
const redis = await RedisServer.start();
const proxy = await FaultProxy.start(redis.url);
afterAll(async () => {
  await proxy.close();
  await redis.kill();
});
const api = await ground.api({ REDIS_URL: proxy.url });
const workspace = await ground.workspace();

/** One call after the other over more than a second, with the time they took by the log. */
async function callInTurn(calls = 60) {
  const token = await workspace.token('viewer');
  const before = api.log.length;
  for (let call = 0; call < calls; call++) {
    expect((await session(api, token)).status).toBe(200);
    await sleep(20);
  }
  const took = api.log.slice(before).flatMap(({ ms }) => (ms === undefined ? [] : Number(ms)));
  took.sort((a, b) => a - b);
  return { median: took[Math.floor(took.length / 2)]!, most: took.at(-1)! };
}

const usual = await callInTurn();

const faults = {
  hung: { begin: () => redis.pause(), end: () => redis.resume() },
  'behind a hole': { begin: () => proxy.hole(), end: () => proxy.pass() },
};

for (const [how, { begin, end }] of Object.entries(faults))
  test(`while Redis is ${how}, requests go on at most 50 ms later [rate.without-redis]`, async () => {
    begin();
    try {
      const away = await callInTurn();
      expect(away.median - usual.median).toBeLessThan(10);
      expect(away.most - usual.most).toBeLessThan(50);
    } finally {
      await end();
    }
  }, 60_000);
