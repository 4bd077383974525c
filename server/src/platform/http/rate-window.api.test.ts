import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { createClient } from 'redis';
import { expect, onTestFinished, test } from 'vitest';
import { FaultProxy } from '../../../test/faults/proxy.ts';
import { readConfig } from '../../config.ts';
import { createLog } from '../observe/log.ts';
import { RateWindows } from './rate-window.ts';

const { REDIS_URL } = readConfig();

/** With a long Redis timeout, since Redis could seem unavailable on a busy machine. */
async function windows(url = REDIS_URL): Promise<RateWindows> {
  const made = new RateWindows(url, undefined, 10_000);
  onTestFinished(() => made.close());
  return made;
}

async function sharedWindows(): Promise<RateWindows> {
  const made = await windows();
  await expect.poll(() => made.isShared).toBe(true);
  return made;
}

test('a lost Redis and its return are logged once each', async () => {
  const proxy = await FaultProxy.start(REDIS_URL);
  onTestFinished(() => proxy.close());
  const lines: unknown[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const made = new RateWindows(proxy.url, undefined, 10_000, createLog('info', destination));
  onTestFinished(() => made.close());
  await expect.poll(() => made.isShared).toBe(true);
  const lost = expect.objectContaining({ level: 40, msg: expect.stringMatching(/^Redis is lost/) });
  const back = expect.objectContaining({ level: 30, msg: expect.stringMatching(/^Redis is back/) });
  await proxy.refuse();
  await expect.poll(() => lines, { timeout: 30_000 }).toEqual([lost]);
  await proxy.restore();
  await expect.poll(() => lines, { timeout: 30_000 }).toEqual([lost, back]);
});

const noRedis = 'redis://127.0.0.1:1';

test.each([
  ['shared', sharedWindows],
  ['alone', () => windows(noRedis)],
])('%s: a result contains the remaining requests and the time until the reset', async (_, make) => {
  const counted = await make();
  const key = randomUUID();
  const take = () => counted.take(key, 2, randomUUID());
  expect(await take()).toMatchObject({ allowed: true, remaining: 1, seconds: 60 });
  expect(await take()).toMatchObject({ allowed: true, remaining: 0 });
  const refused = { allowed: false, remaining: 0 };
  expect(await take()).toMatchObject(refused);
  expect(await take()).toMatchObject(refused);
  expect((await take()).seconds).toBeGreaterThan(0);
  expect(await counted.take(randomUUID(), 2, randomUUID())).toMatchObject({ remaining: 1 });
});

test.each([
  ['shared', sharedWindows],
  ['alone', () => windows(noRedis)],
])('%s: the tightest limit is reported, and a rejection counts towards none', async (_, make) => {
  const counted = await make();
  const [narrow, wide] = [randomUUID(), randomUUID()];
  const take = (key: string) =>
    counted.takeAll(
      [
        { key, limit: 2 },
        { key: wide, limit: 3 },
      ],
      randomUUID(),
    );
  expect(await take(narrow)).toMatchObject({ tightest: { key: narrow }, remaining: 1 });
  expect(await take(narrow)).toMatchObject({ tightest: { key: narrow }, remaining: 0 });
  expect(await take(narrow)).toMatchObject({ allowed: false, tightest: { key: narrow } });
  expect(await take(randomUUID())).toMatchObject({
    allowed: true,
    tightest: { key: wide },
    remaining: 0,
  });
  expect(await take(randomUUID())).toMatchObject({ allowed: false, tightest: { key: wide } });
});

test.each([
  ['shared', sharedWindows],
  ['alone', () => windows(noRedis)],
])('%s: a refunded request can be made again', async (_, make) => {
  const counted = await make();
  const [key, entry] = [randomUUID(), randomUUID()];
  const limits = [{ key, limit: 1 }];
  expect(await counted.takeAll(limits, entry)).toMatchObject({ allowed: true });
  await counted.refund(limits, entry);
  expect(await counted.takeAll(limits, randomUUID())).toMatchObject({ allowed: true });
  expect(await counted.takeAll(limits, randomUUID())).toMatchObject({ allowed: false });
});

/** Two processes, and a key with counted requests that can be made older. */
async function agingWindow() {
  const redis = await createClient({ url: REDIS_URL }).connect();
  onTestFinished(() => redis.destroy());
  const [one, other] = [await sharedWindows(), await sharedWindows()];
  const key = randomUUID();
  const allowedOf = async (windows: RateWindows, count: number) => {
    let allowed = 0;
    for (let taken = 0; taken < count; taken++)
      if ((await windows.take(key, 5, randomUUID())).allowed) allowed++;
    return allowed;
  };
  return {
    here: (count: number) => allowedOf(one, count),
    elsewhere: (count: number) => allowedOf(other, count),
    next: () => other.take(key, 5, randomUUID()),
    age: async (ms: number) => {
      for (const entry of await redis.zRange(`rate:${key}`, 0, -1))
        await redis.zIncrBy(`rate:${key}`, -ms, entry);
    },
  };
}

test('rejected requests do not count, and the caller is served again after a minute [rate.wait-a-minute]', async () => {
  const { here, elsewhere, age } = await agingWindow();
  expect(await here(5)).toBe(5);
  expect(await elsewhere(30)).toBe(0);
  await age(30_000);
  expect(await elsewhere(1)).toBe(0);
  await age(30_001);
  expect(await elsewhere(6)).toBe(5);
});

test('the window slides: a request stops counting sixty seconds after it was made', async () => {
  const { here, elsewhere, next, age } = await agingWindow();
  expect(await here(2)).toBe(2);
  await age(40_000);
  expect(await here(3)).toBe(3);
  const early = await next();
  expect(early.allowed).toBe(false);
  expect(early.seconds).toBeLessThanOrEqual(20);
  await age(20_001);
  expect(await elsewhere(3)).toBe(2);
});
