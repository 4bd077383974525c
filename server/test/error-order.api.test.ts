import { randomUUID } from 'node:crypto';
import { basePath, type Endpoint, type ErrorCode } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { idempotencyClaimOf, storeResponse } from '../src/platform/http/idempotency.ts';
import { expectError, requestHead, requestRaw } from './raw-http.ts';
import { testService } from './service.ts';
import { writeRoute } from './write-route.ts';

const limitedEndpoint: Endpoint = {
  ...writeRoute.endpoint,
  id: 'testLimited',
  path: '/test-limited',
  perMinute: 1,
};
const extraRoutes = [writeRoute, { ...writeRoute, endpoint: limitedEndpoint }];
const service = await testService({ extraRoutes });
const overloaded = await testService({
  extraRoutes,
  database: service.database,
  config: { MAX_OPEN_REQUESTS: 0 },
});

const tooLarge = `{"name":${'x'.repeat(4 * 2 ** 20)}`;

interface Faulty {
  on?: 'busy';
  role?: 'viewer';
  token?: null;
  method?: string;
  path?: string;
  query?: Record<string, string>;
  type?: string;
  body?: unknown;
  /** The rate limit is already used up. */
  spent?: true;
  /** The Idempotency-Key was already used with another body. */
  keyTaken?: true;
}

const conflict = { keyTaken: true } as const;
const unknownList = { name: 'Orderly', besideListId: randomUUID() };

const spentLimit = { path: limitedEndpoint.path, spent: true } as const;

/** Each request has two problems; the response must report the one that is checked first. */
test.each<[expected: ErrorCode, before: ErrorCode, requirement: string, request: Faulty]>([
  ['unavailable', 'unauthorized', 'shedding', { on: 'busy', token: null }],
  ['unauthorized', 'not_found', 'token-route', { token: null, path: '/nothing' }],
  ['unauthorized', 'method_not_allowed', 'token-route', { token: null, method: 'PUT' }],
  ['method_not_allowed', 'rate_limited', 'route-rate', { ...spentLimit, method: 'PUT' }],
  ['rate_limited', 'insufficient_role', 'rate-role', { ...spentLimit, role: 'viewer' }],
  ['insufficient_role', 'payload_too_large', 'role-size', { role: 'viewer', body: tooLarge }],
  [
    'payload_too_large',
    'unsupported_media_type',
    'size-type',
    { body: tooLarge, type: 'text/plain' },
  ],
  ['payload_too_large', 'unsupported_media_type', 'size-type', { body: tooLarge, type: ';;;' }],
  ['unsupported_media_type', 'validation_error', 'type-parse', { body: '{', type: 'text/plain' }],
  ['validation_error', 'idempotency_conflict', 'invalid-conflict', { body: {}, ...conflict }],
])('%s is reported before %s', async (expected, _, __, request) => {
  const { error } = await send(request);
  expect(error?.code).toBe(expected);
});

test('an Idempotency-Key conflict is reported before an object that does not exist', async () => {
  expect((await send({ body: unknownList })).error.code).toBe('not_found');
  expect((await send({ body: unknownList, ...conflict })).error.code).toBe('idempotency_conflict');
});

test('each problem of the table causes its error on its own', async () => {
  const codes = await Promise.all(
    [
      { on: 'busy' as const },
      { token: null },
      { path: '/nothing' },
      { method: 'PUT' },
      spentLimit,
      { role: 'viewer' as const },
      { body: tooLarge },
      { type: 'text/plain' },
      { body: {} },
      conflict,
      { body: unknownList },
    ].map(async (request) => (await send(request)).error?.code),
  );
  expect(codes).toEqual([
    'unavailable',
    'unauthorized',
    'not_found',
    'method_not_allowed',
    'rate_limited',
    'insufficient_role',
    'payload_too_large',
    'unsupported_media_type',
    'validation_error',
    'idempotency_conflict',
    'not_found',
  ]);
});

test('invalid HTTP framing is reported before a request is shed', async () => {
  const withoutHost = `GET ${basePath.ext}/session HTTP/1.1\r\n\r\n`;
  expectError(await requestRaw(overloaded.origin, withoutHost), 'bad_request');
  expectError(await requestRaw(overloaded.origin, 'how do you do\r\n\r\n'), 'bad_request');
});

test('a request is shed before a preflight is answered', async () => {
  expectError(
    await requestRaw(overloaded.origin, requestHead('OPTIONS', '/session')),
    'unavailable',
  );
});

test('a preflight is answered before the token is checked, on any path', async () => {
  for (const path of ['/session', '/nothing'])
    expect((await requestRaw(service.origin, requestHead('OPTIONS', path))).status).toBe(204);
});

test('a body that cannot be parsed is reported before an invalid query', async () => {
  const { error } = await send({ body: '{', query: { nothing: '1' } });
  expect(Object.keys(error.fieldErrors)).toEqual(['body']);
});

async function send({
  on,
  role,
  token,
  method = 'POST',
  path = '/test-writes',
  query = {},
  type,
  body = { name: 'Orderly' },
  spent: isSpent,
  keyTaken,
}: Faulty) {
  const workspace = await service.workspace();
  const user = await workspace.user(role ?? 'member');
  if (isSpent) await service.call(user.token, 'POST', path, { body: {} });
  const key = randomUUID();
  if (keyTaken) {
    const caller = { ...user, workspaceId: workspace.id, role: 'member' as const };
    const claim = idempotencyClaimOf(key, caller, method, path, Buffer.from('another body'));
    await service.owner.transaction(workspace.id, async (tx) => storeResponse(tx, claim, {}));
  }
  return (on === 'busy' ? overloaded : service).call(
    token === null ? null : user.token,
    method,
    path,
    {
      query,
      body,
      headers: {
        ...(type && { 'content-type': type }),
        ...(keyTaken && { 'idempotency-key': key }),
      },
    },
  );
}
