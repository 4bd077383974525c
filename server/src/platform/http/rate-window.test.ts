import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { RateWindows } from './rate-window.ts';

async function windows(url = readConfig().REDIS_URL): Promise<RateWindows> {
  const made = new RateWindows(url);
  onTestFinished(() => made.close());
  return made;
}

async function sharedWindows(): Promise<RateWindows> {
  const made = await windows();
  await expect.poll(() => made.isShared).toBe(true);
  return made;
}

const noRedis = 'redis://127.0.0.1:1';

test('two processes count together', async () => {
  const [one, other] = [await sharedWindows(), await sharedWindows()];
  const key = randomUUID();
  const verdicts = await Promise.all(
    Array.from({ length: 20 }, (_, index) => (index % 2 ? one : other).take(key, 10, randomUUID())),
  );
  expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(10);
});

test.each([
  ['shared', sharedWindows],
  ['alone', () => windows(noRedis)],
])('%s, a verdict tells what is left and for how long', async (_, make) => {
  const counted = await make();
  const key = randomUUID();
  const take = () => counted.take(key, 2, randomUUID());
  expect(await take()).toEqual({ allowed: true, remaining: 1, seconds: 60 });
  expect(await take()).toMatchObject({ allowed: true, remaining: 0 });
  const refused = { allowed: false, remaining: 0 };
  expect(await take()).toMatchObject(refused);
  expect(await take()).toMatchObject(refused);
  expect((await take()).seconds).toBeGreaterThan(55);
  expect(await counted.take(randomUUID(), 2, randomUUID())).toMatchObject({ remaining: 1 });
});

test('without Redis a process counts by itself [rate.without-redis]', async () => {
  const alone = await windows(noRedis);
  const key = randomUUID();
  const verdicts = await Promise.all(
    Array.from({ length: 20 }, () => alone.take(key, 10, randomUUID())),
  );
  expect(alone.isShared).toBe(false);
  expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(10);
});
