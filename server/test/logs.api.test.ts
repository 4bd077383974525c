import { basePath, type Endpoint } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { requestHead, requestRaw } from './raw-http.ts';
import { testService } from './service.ts';
import { writeRoute } from './write-route.ts';

const faulty: Endpoint = { ...writeRoute.endpoint, id: 'testFault', path: '/test-faults' };
const service = await testService({
  extraRoutes: [
    writeRoute,
    {
      endpoint: faulty,
      handle: async () => {
        throw new TypeError('the handler failed');
      },
    },
  ],
});

const linesOf = (correlationId: string | null) =>
  service.log.filter((line) => line.correlationId === correlationId);

test.each([
  ['GET', '/session', undefined, 200],
  ['POST', '/test-writes', { name: 'Logged' }, 200],
  ['POST', '/test-writes', {}, 422],
  ['POST', '/leads', undefined, 422],
] as const)(
  '%s %s %o logs one line with its correlation id',
  async (method, path, body, status) => {
    const workspace = await service.workspace();
    const user = await workspace.user('member');
    const request = body === undefined ? {} : { body };
    const { headers } = await service.call(user.token, method, path, request);
    const id = headers.get('x-correlation-id');
    await expect.poll(() => linesOf(id)).toHaveLength(1);
    expect(linesOf(id)).toEqual([
      {
        level: 30,
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        msg: 'request',
        correlationId: id,
        method,
        path: basePath.ext + path,
        status,
        ms: expect.any(Number),
        workspaceId: workspace.id,
        userId: user.userId,
        tokenId: user.tokenId,
      },
    ]);
  },
);

test('an unauthenticated request to an unknown path is logged without its path', async () => {
  const { headers } = await service.call(null, 'GET', '/nothing');
  const id = headers.get('x-correlation-id');
  await expect.poll(() => linesOf(id)).toHaveLength(1);
  expect(linesOf(id)[0]).toMatchObject({ method: 'GET', status: 401 });
  expect(JSON.stringify(linesOf(id))).not.toContain('nothing');
});

test('a caller cannot choose the correlation id', async () => {
  const token = await (await service.workspace()).token('viewer');
  const chosen = { 'x-correlation-id': 'mine', 'request-id': 'mine', 'x-request-id': 'mine' };
  const { headers } = await service.call(token, 'GET', '/session', { headers: chosen });
  expect(headers.get('x-correlation-id')).not.toBe('mine');
});

test('a bug is a 500 without details, and its correlation id finds the stack trace', async () => {
  const token = await (await service.workspace()).token('member');
  const { status, error } = await service.call(token, 'POST', faulty.path, {
    body: { name: 'Oops' },
  });
  expect(status).toBe(500);
  expect(error).toEqual({
    code: 'internal_error',
    message: expect.stringContaining('correlation ID'),
    correlationId: expect.any(String),
  });
  await expect.poll(() => linesOf(error.correlationId)).toHaveLength(2);
  expect(linesOf(error.correlationId)).toMatchObject([
    {
      level: 50,
      err: {
        type: 'TypeError',
        message: 'the handler failed',
        stack: expect.stringMatching(/logs\.api\.test\.ts\S*:\d+/),
      },
    },
    { level: 30, status: 500, path: basePath.ext + faulty.path },
  ]);
});

test('a token never appears in the log, wherever a caller puts it', async () => {
  const workspace = await service.workspace();
  const { token } = await workspace.user('member');
  const secret = token.split('_')[2]!;
  const answers = [
    await service.call(token, 'GET', '/session'),
    await service.call(`${token}x`, 'GET', '/session'),
    await service.call(null, 'GET', '/session', { headers: { authorization: token } }),
    await service.call(null, 'GET', '/session', { headers: { authorization: `Basic ${token}` } }),
    await service.call(null, 'GET', '/session', { headers: { 'x-api-key': token, cookie: token } }),
    await service.call(token, 'GET', '/session', { query: { access_token: token } }),
    await service.call(token, 'GET', '/session', { query: { [token]: '1' } }),
    await service.call(token, 'GET', `/${token}`),
    await service.call(token, 'PUT', '/session'),
    await service.call(token, 'POST', faulty.path, { body: { name: token } }),
    await service.call(token, 'POST', '/test-writes', { body: { name: token } }),
    // The same name again violates a unique key, and PostgreSQL reports the value.
    await service.call(token, 'POST', '/test-writes', { body: { name: token } }),
    await service.call(token, 'POST', '/test-writes', { body: { [token]: token } }),
    await service.call(token, 'POST', '/test-writes', { body: `{${token}` }),
    await service.call(token, 'POST', '/test-writes', {
      body: { name: 'Key' },
      headers: { 'idempotency-key': token.repeat(9) },
    }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([
    200, 401, 401, 401, 401, 422, 422, 404, 405, 500, 200, 503, 422, 422, 422,
  ]);
  await requestRaw(service.origin, `${token} ${token}\r\n\r\n`);
  await requestRaw(service.origin, requestHead('GET', '/session', { 'A b': token }));
  for (const { headers } of answers)
    await expect.poll(() => linesOf(headers.get('x-correlation-id'))).not.toEqual([]);
  const lines = service.log.map((line) => JSON.stringify(line).toLowerCase());
  expect(lines.filter((line) => line.includes(secret.toLowerCase()))).toEqual([]);
});
