import { allEndpoints, basePath, type Endpoint } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { representativeEndpoints } from './endpoint-classes.ts';
import { requestHead, requestRaw } from './raw-http.ts';
import type { ApiResponse } from './send-request.ts';
import { testService } from './service.ts';
import { writeRoute } from './write-route.ts';

const limitedEndpoint: Endpoint = {
  ...writeRoute.endpoint,
  id: 'testFew',
  path: '/test-few',
  perMinute: 5,
};
const extraRoutes = [{ ...writeRoute, endpoint: limitedEndpoint }];
const service = await testService({ extraRoutes });
const newToken = async () => (await service.workspace()).token('member');

const isLimited = ({ status }: ApiResponse) => status === 429;
const isCounted = (answer: ApiResponse) => answer.headers.has('ratelimit') && !isLimited(answer);

/** Makes `count` calls, a few at a time. */
async function callTimes<T>(count: number, call: () => Promise<T>, concurrency = 10): Promise<T[]> {
  const answers: T[] = [];
  while (answers.length < count) {
    const batch = Math.min(concurrency, count - answers.length);
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
  ['GET', '/enrich/019c8a10-000b-7000-8000-60d4b2f8a1e3', 120, 'rate.reads'],
])(
  '%s %s accepts %i requests a minute, and not one more [%s errors.too-many]',
  async (method, path, limit) => {
    const token = await newToken();
    const answers = await callTimes(limit + 20, () => service.call(token, method, path));
    expect(answers.filter(isCounted)).toHaveLength(limit);
    expect(answers.some(isLimited)).toBe(true);
    for (const { error } of answers.filter(isLimited)) expect(error.code).toBe('rate_limited');
  },
);

const name = ({ api, method, path }: Endpoint) => `${method} ${basePath[api]}${path}`;

/** The path of an endpoint with an example id for each parameter. */
const addressOf = ({ api, path }: Endpoint) =>
  basePath[api] + path.replaceAll(/\{\w+\}/g, '019c8a10-0007-7000-8000-2c8a6e4d0f17');

const unusedMethodOf = ({ api, path }: Endpoint): string => {
  const used = allEndpoints.filter((each) => each.api === api && each.path === path);
  return ['PUT', 'PATCH', 'DELETE'].find((each) => used.every(({ method }) => method !== each))!;
};
const policyOf = ({ api, access, id }: Endpoint) =>
  api !== 'manage' ? id : access === 'anyone' ? 'anyone' : 'manage';

test.each(
  representativeEndpoints(allEndpoints).map((endpoint) => [name(endpoint), endpoint] as const),
)('%s returns its limit with every response', async (_, endpoint) => {
  const caller = await (await service.workspace()).callerFor(endpoint);
  const { headers } = await service.call(caller, endpoint.method, addressOf(endpoint), {
    ...(endpoint.method !== 'GET' && { body: {} }),
  });
  const policy = policyOf(endpoint);
  expect(headers.get('ratelimit-policy')).toBe(`"${policy}";q=${endpoint.perMinute};w=60`);
  expect(headers.get('ratelimit')).toBe(`"${policy}";r=${endpoint.perMinute - 1};t=60`);
});

test.each(
  representativeEndpoints(allEndpoints).map((endpoint) => [name(endpoint), endpoint] as const),
)('%s with another method returns the limit for unknown paths', async (_, endpoint) => {
  const authenticated =
    endpoint.api === 'manage' && endpoint.access === 'anyone'
      ? { ...endpoint, access: 'session' as const }
      : endpoint;
  const caller = await (await service.workspace()).callerFor(authenticated);
  const { status, headers } = await service.call(
    caller,
    unusedMethodOf(endpoint),
    addressOf(endpoint),
  );
  expect(status).toBe(405);
  expect(headers.get('ratelimit')).toMatch(
    endpoint.api !== 'manage' ? /^"unknown";r=119;t=60$/ : /^"manage";r=1199;t=60$/,
  );
});

test('unknown paths and wrong methods share one limit per token, separate from endpoints', async () => {
  const token = await newToken();
  const answers = await callTimes(60, async () => [
    await service.call(token, 'GET', '/nothing'),
    await service.call(token, 'DELETE', '/leads'),
  ]);
  expect(
    answers
      .flat()
      .map(({ status }) => status)
      .sort(),
  ).toEqual([...Array.from({ length: 60 }, () => 404), ...Array.from({ length: 60 }, () => 405)]);
  const { status, error, headers } = await service.call(token, 'GET', '/nothing');
  expect(status).toBe(429);
  expect(error.message).toMatch(/^More than 120 requests in a minute to paths and methods that/);
  expect(tokens(headers.get('ratelimit')).r).toBe(0);
  const { headers: known } = await service.call(token, 'GET', '/session');
  expect(tokens(known.get('ratelimit')).r).toBe(119);
});

test('all tokens of a workspace together have ten times the limit of one token', async () => {
  const workspace = await service.workspace();
  const callers = await Promise.all(Array.from({ length: 11 }, () => workspace.token('member')));
  const call = (token: string) => service.call(token, 'POST', limitedEndpoint.path);
  for (const token of callers.slice(0, 10))
    expect((await callTimes(5, () => call(token))).filter(isLimited)).toEqual([]);
  const { status, error, headers } = await call(callers[10]!);
  expect(status).toBe(429);
  expect(error.message).toMatch(
    /^More than 50 requests in a minute to POST \/test-few by all tokens of this workspace together/,
  );
  expect(headers.get('ratelimit-policy')).toBe('"testFew-workspace";q=50;w=60');
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(isLimited(await call(await newToken()))).toBe(false);
});

test('of 200 concurrent requests exactly as many succeed as the limit allows', async () => {
  const token = await newToken();
  const answers = await callTimes(200, () => service.call(token, 'GET', '/session'), 200);
  expect(answers.filter(isCounted)).toHaveLength(120);
  expect(answers.some(isLimited)).toBe(true);
});

test('the headers show the remaining requests and the time until reset', async () => {
  const token = await newToken();
  const call = (name: string) =>
    service.call(token, 'POST', limitedEndpoint.path, { body: { name } });
  const answers = [await call('A'), await call(''), await call('B'), await call('C')];
  expect(answers.map(({ status }) => status)).toEqual([200, 422, 200, 200]);
  for (const [index, { headers }] of answers.entries()) {
    expect(headers.get('ratelimit-policy')).toBe('"testFew";q=5;w=60');
    expect(headers.get('ratelimit')).toMatch(/^"testFew";r=\d+;t=\d+$/);
    const { r, t } = tokens(headers.get('ratelimit'));
    expect(r).toBe(4 - index);
    expect(t).toBeGreaterThan(0);
    expect(t).toBeLessThanOrEqual(60);
    expect(headers.get('retry-after')).toBeNull();
  }
});

test('429 says when to retry', async () => {
  const token = await newToken();
  await callTimes(limitedEndpoint.perMinute, () =>
    service.call(token, 'POST', limitedEndpoint.path),
  );
  const { error, headers } = await service.call(token, 'POST', limitedEndpoint.path);
  const seconds = Number(headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(tokens(headers.get('ratelimit'))).toEqual({ r: 0, t: seconds });
  expect(error.message).toBe(
    `More than 5 requests in a minute to POST /test-few. Wait ${seconds} s, then try again.`,
  );
});

test('each token and each endpoint is counted separately', async () => {
  const workspace = await service.workspace();
  const [one, other] = [await workspace.token('member'), await workspace.token('member')];
  await callTimes(5, () => service.call(one, 'POST', limitedEndpoint.path));
  expect(isLimited(await service.call(one, 'POST', limitedEndpoint.path))).toBe(true);
  expect(isLimited(await service.call(other, 'POST', limitedEndpoint.path))).toBe(false);
  expect(isLimited(await service.call(one, 'GET', '/session'))).toBe(false);
  expect(isLimited(await service.call(one, 'POST', '/campaigns'))).toBe(false);
  expect(isLimited(await service.call(one, 'GET', '/campaigns'))).toBe(false);
});

test('HEAD counts with GET', async () => {
  const token = await newToken();
  const bytes = requestHead('HEAD', '/session', { Authorization: `Bearer ${token}` });
  await requestRaw(service.origin, bytes, { isHead: true });
  const { headers } = await service.call(token, 'GET', '/session');
  expect(tokens(headers.get('ratelimit')).r).toBe(118);
});

test('a request without a valid token is not counted and gets no limit header', async () => {
  const { headers } = await service.call(null, 'GET', '/session');
  expect(headers.get('ratelimit')).toBeNull();
});

test('no environment variable turns the limits off', () => {
  expect(Object.keys(readConfig()).filter((name) => /rate|limit(?!.*_MS)/i.test(name))).toEqual([]);
});
