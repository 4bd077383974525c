import { type Endpoint, endpoints } from '@outcrop/contract';
import { createClient } from 'redis';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import type { Answer } from './call.ts';
import { ask, head } from './raw-http.ts';
import { testService } from './service.ts';
import { writeRoute } from './write-route.ts';

const few: Endpoint = { ...writeRoute.line, id: 'testFew', path: '/test-few', perMinute: 5 };
const extraRoutes = [{ ...writeRoute, line: few }];
const service = await testService({ extraRoutes });
const neighbour = await testService({ extraRoutes, database: service.database });
const newToken = async () => (await service.workspace()).token('member');

// When Redis takes longer than a request may wait, two processes count apart, as they should.
const busyMachine = { retry: 3 };

const limited = ({ status }: Answer) => status === 429;
const counted = (answer: Answer) => answer.headers.has('ratelimit') && !limited(answer);

/** Calls so often, a few at a time: a busy machine would shed a crowd before it counts it. */
async function times<T>(count: number, call: () => Promise<T>, together = 10): Promise<T[]> {
  const answers: T[] = [];
  while (answers.length < count) {
    const batch = Math.min(together, count - answers.length);
    answers.push(...(await Promise.all(Array.from({ length: batch }, call))));
  }
  return answers;
}

const tokens = (header: string | null) =>
  Object.fromEntries([...header!.matchAll(/;(\w)=(\d+)/g)].map(([, key, value]) => [key, +value!]));

test.each([
  ['POST', '/leads', 60, 'rate.post-leads'],
  ['POST', '/campaigns', 30, 'rate.post-campaigns'],
  ['POST', '/enrich', 30, 'rate.post-enrich'],
  ['POST', '/bulk', 60, 'rate.post-bulk'],
  ['GET', '/session', 120, 'rate.reads'],
  ['GET', '/campaigns', 120, 'rate.reads'],
  ['GET', '/prospects', 120, 'rate.reads'],
  ['GET', '/boards', 120, 'rate.reads'],
  ['GET', '/inbox', 120, 'rate.reads'],
])(
  '%s %s takes %i requests a minute, and not one more [%s errors.too-many errors.rate-limited]',
  async (method, path, most) => {
    const token = await newToken();
    const answers = await times(most + 20, () => service.call(token, method, path));
    expect(answers.filter(counted)).toHaveLength(most);
    expect(answers.some(limited)).toBe(true);
    for (const { error } of answers.filter(limited)) expect(error.code).toBe('rate_limited');
  },
);

test('every endpoint of the contract is limited', () => {
  for (const { perMinute } of Object.values(endpoints)) expect(perMinute).toBeGreaterThan(0);
});

test('of 200 requests at once exactly as many get through as the limit allows', async () => {
  const token = await newToken();
  const answers = await times(200, () => service.call(token, 'GET', '/session'), 200);
  expect(answers.filter(counted)).toHaveLength(120);
  expect(answers.some(limited)).toBe(true);
});

test('every authenticated answer tells what is left and for how long [rate.headers]', async () => {
  const token = await newToken();
  const call = (name: string) => service.call(token, 'POST', few.path, { body: { name } });
  const answers = [await call('A'), await call(''), await call('B'), await call('C')];
  expect(answers.map(({ status }) => status)).toEqual([200, 422, 200, 200]);
  for (const [index, { headers }] of answers.entries()) {
    expect(headers.get('ratelimit-policy')).toBe('"testFew";q=5;w=60');
    expect(headers.get('ratelimit')).toMatch(/^"testFew";r=\d+;t=\d+$/);
    const { r, t } = tokens(headers.get('ratelimit'));
    expect(r).toBe(4 - index);
    expect(t).toBeGreaterThan(50);
    expect(t).toBeLessThanOrEqual(60);
    expect(headers.get('retry-after')).toBeNull();
  }
});

test('a viewer who may not write is told the limit as well [rate.headers]', async () => {
  const token = await (await service.workspace()).token('viewer');
  const { status, headers } = await service.call(token, 'POST', few.path);
  expect(status).toBe(403);
  expect(headers.get('ratelimit')).toMatch(/r=4/);
});

test('429 says when to come back [rate.retry-after]', async () => {
  const token = await newToken();
  await times(few.perMinute, () => service.call(token, 'POST', few.path));
  const { error, headers } = await service.call(token, 'POST', few.path);
  const seconds = Number(headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(50);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(tokens(headers.get('ratelimit'))).toEqual({ r: 0, t: seconds });
  expect(error.message).toBe(
    `More than 5 requests in a minute to POST /test-few. Wait ${seconds} s, then try again.`,
  );
});

test(
  'refused requests do not count, and after a minute the caller is served again [rate.refused-free rate.wait-a-minute]',
  busyMachine,
  async () => {
    const { here, elsewhere, age } = await windowOf();
    await times(5, here);
    expect((await times(30, elsewhere)).every(limited)).toBe(true);
    await age(30_000);
    expect(limited(await elsewhere())).toBe(true);
    await age(30_001);
    expect((await times(6, elsewhere)).filter(limited)).toHaveLength(1);
  },
);

test(
  'the window slides: each request makes room sixty seconds after it was made [rate.sliding]',
  busyMachine,
  async () => {
    const { here, elsewhere, age } = await windowOf();
    await times(2, here);
    await age(40_000);
    await times(3, here);
    const early = await elsewhere();
    expect(limited(early)).toBe(true);
    expect(Number(early.headers.get('retry-after'))).toBeLessThanOrEqual(20);
    await age(20_001);
    expect((await times(3, elsewhere)).filter(limited)).toHaveLength(1);
  },
);

test('each token and each endpoint is counted by itself [rate.apart]', async () => {
  const workspace = await service.workspace();
  const [one, other] = [await workspace.token('member'), await workspace.token('member')];
  await times(5, () => service.call(one, 'POST', few.path));
  expect(limited(await service.call(one, 'POST', few.path))).toBe(true);
  expect(limited(await service.call(other, 'POST', few.path))).toBe(false);
  expect(limited(await service.call(one, 'GET', '/session'))).toBe(false);
  expect(limited(await service.call(one, 'POST', '/campaigns'))).toBe(false);
  expect(limited(await service.call(one, 'GET', '/campaigns'))).toBe(false);
});

test('HEAD counts with GET', async () => {
  const token = await newToken();
  const bytes = head('HEAD', '/session', { Authorization: `Bearer ${token}` });
  await ask(service.origin, bytes, { head: true });
  const { headers } = await service.call(token, 'GET', '/session');
  expect(tokens(headers.get('ratelimit')).r).toBe(118);
});

test('a request without a valid token, or to nowhere, is neither counted nor told a limit', async () => {
  const token = await newToken();
  for (const [who, path] of [
    [null, '/session'],
    [token, '/nothing'],
  ] as const) {
    const { headers } = await service.call(who, 'GET', path);
    expect(headers.get('ratelimit')).toBeNull();
  }
  const { headers } = await service.call(token, 'GET', '/session');
  expect(tokens(headers.get('ratelimit')).r).toBe(119);
});

test('no variable of the environment turns the limits off [rate.no-off-switch]', () => {
  expect(Object.keys(readConfig()).filter((name) => /rate|limit(?!.*_MS)/i.test(name))).toEqual([]);
});

/**
 * A token whose earlier requests can be made to look older than they are: in Redis, so that a
 * process which has not seen them itself believes it.
 */
async function windowOf() {
  const redis = await createClient({ url: readConfig().REDIS_URL }).connect();
  onTestFinished(() => redis.destroy());
  const { token, tokenId } = await (await service.workspace()).user('member');
  const key = `rate:${tokenId}:${few.id}`;
  return {
    here: () => service.call(token, 'POST', few.path),
    elsewhere: () => neighbour.call(token, 'POST', few.path),
    age: async (ms: number) => {
      for (const entry of await redis.zRange(key, 0, -1)) await redis.zIncrBy(key, -ms, entry);
    },
  };
}
