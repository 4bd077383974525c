import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { recordMeasurement } from '../record-measurement.ts';
import { getSession, setUpApiEnvironment } from './api-environment.ts';
import { FaultProxy } from './proxy.ts';
import { RedisServer } from './redis-server.ts';

const env = await setUpApiEnvironment();
const redis = await RedisServer.start();
const proxy = await FaultProxy.start(redis.url);
afterAll(async () => {
  await proxy.close();
  await redis.kill();
});
const api = await env.startApi({ REDIS_URL: proxy.url });
const workspace = await env.workspace();

/** Calls one at a time for more than a second, and returns the logged response times. */
async function callInTurn(calls = 60) {
  const token = await workspace.token('viewer');
  const before = api.log.length;
  for (let call = 0; call < calls; call++) {
    expect((await getSession(api, token)).status).toBe(200);
    await sleep(20);
  }
  const took = api.log.slice(before).flatMap(({ ms }) => (ms === undefined ? [] : Number(ms)));
  took.sort((a, b) => a - b);
  return { median: took[Math.floor(took.length / 2)]!, most: took.at(-1)! };
}

const usual = await callInTurn();

const faults = {
  hung: { begin: () => redis.pause(), end: () => redis.resume() },
  unreachable: { begin: () => proxy.blackHole(), end: () => proxy.restore() },
};

for (const [how, { begin, end }] of Object.entries(faults))
  test(`while Redis is ${how}, requests take at most 50 ms longer`, async () => {
    begin();
    try {
      const away = await callInTurn();
      recordMeasurement(
        `GET /session while Redis is ${how}, median`,
        `${away.median.toFixed(1)} ms, usually ${usual.median.toFixed(1)} ms`,
      );
      expect(away.median - usual.median).toBeLessThan(10);
      expect(away.most - usual.most).toBeLessThan(50);
    } finally {
      await end();
    }
  }, 60_000);
