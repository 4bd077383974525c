import { basePath } from '@outcrop/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { expectError, requestHead, requestRaw, sendRaw } from './raw-http.ts';
import { testService } from './service.ts';
import { writeRoute } from './write-route.ts';

const service = await testService({ extraRoutes: [writeRoute] });
const token = await (await service.workspace()).token('member');
const bearer = { Authorization: `Bearer ${token}` };
const json = { 'Content-Type': 'application/json' };
const livez = 'GET /livez HTTP/1.1\r\nHost: outcrop.example\r\n\r\n';
const refusedRequests = () =>
  service.log.filter(({ msg }) => msg === 'request refused: bad framing');

afterAll(async () => {
  const alive = await requestRaw(service.origin, livez);
  expect(alive.json).toEqual({ ok: true, data: { live: true } });
});

describe('invalid HTTP is 400 in the envelope, and the connection is closed', () => {
  const chunked = { ...bearer, ...json, 'Transfer-Encoding': 'chunked' };
  test.each<[string, string | string[]]>([
    ['no request line', 'how do you do\r\n\r\n'],
    ['a version of HTTP that does not exist', 'GET /livez HTTP/9.9\r\nHost: a\r\n\r\n'],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a method that does not exist', requestHead('FOO', '/session', bearer)],
    ['a space in a header name', requestHead('GET', '/session', { 'Two words': 'x' })],
    ['a folded header', requestHead('GET', '/session', { Folded: 'a\r\n b' })],
    ['line feeds alone', 'GET /livez HTTP/1.1\nHost: a\n\n'],
    [
      'both a length and chunks',
      [requestHead('POST', '/test-writes', { ...chunked, 'Content-Length': '2' }), '0\r\n\r\n'],
    ],
    [
      'two lengths',
      [requestHead('POST', '/test-writes', { 'Content-Length': '2\r\nContent-Length: 3' }), '{}'],
    ],
    ['a negative length', [requestHead('POST', '/test-writes', { 'Content-Length': '-2' }), '{}']],
    [
      'a length beyond numbers',
      [requestHead('POST', '/leads', { 'Content-Length': '9'.repeat(30) }), ''],
    ],
    [
      'a coding that never ends',
      requestHead('GET', '/session', { 'Transfer-Encoding': 'xchunked' }),
    ],
    [
      'a chunk without a size',
      [requestHead('POST', '/test-writes', chunked), 'zz\r\n{}\r\n0\r\n\r\n'],
    ],
    [
      'a bad chunk after a good one',
      [requestHead('POST', '/test-writes', chunked), '2\r\n{}\r\nzz\r\n'],
    ],
    ['a request to act as a proxy', 'CONNECT example.com:443 HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('%s', async (_, bytes) => {
    const { responses, closed } = await sendRaw(service.origin, bytes);
    expect(responses).toHaveLength(1);
    expectError(responses[0], 'bad_request');
    expect(responses[0]!.headers['access-control-allow-origin']).toBe('*');
    expect(closed).toBe(true);
  });

  test('a missing Host header', async () => {
    const bytes = `GET ${basePath.ext}/session HTTP/1.1\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    expectError(await requestRaw(service.origin, bytes), 'bad_request');
  });

  test.each([
    ['one huge header', { Huge: 'a'.repeat(20_000) }],
    ['thousands of headers', { Many: Array(3_000).fill('b').join('\r\nMany: ') }],
  ])('%s: 431', async (_, headers) => {
    const { responses, closed } = await sendRaw(
      service.origin,
      requestHead('GET', '/session', headers),
    );
    expectError(responses[0], 'bad_request', 431);
    expect(closed).toBe(true);
  });

  test('a caller that goes on sending after the refusal can still read it, and one line is in the log', async () => {
    const refusedBefore = refusedRequests().length;
    const next = `GET /livez?${'a'.repeat(4_000_000)}`;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => sendRaw(service.origin, livez, { next })),
    );
    for (const { responses, closed } of answers) {
      expectError(responses[1], 'bad_request', 431);
      expect(closed).toBe(true);
    }
    expect(refusedRequests()).toHaveLength(refusedBefore + answers.length);
  });

  test('the log has a line with the correlation id of the response', async () => {
    const answer = await requestRaw(service.origin, 'how do you do\r\n\r\n');
    const correlationId = answer.headers['x-correlation-id'];
    expect(service.log.filter((line) => line.correlationId === correlationId)).toMatchObject([
      { status: 400, cause: 'HPE_INVALID_METHOD' },
    ]);
  });
});

describe('rare but valid HTTP is served', () => {
  test.each<[string, string]>([
    ['HTTP/1.0 without a Host', `GET ${basePath.ext}/session HTTP/1.0\r\n`],
    ['an absolute URL', `GET http://other.example${basePath.ext}/session HTTP/1.1\r\nHost: a\r\n`],
    ['an empty query', `GET ${basePath.ext}/session? HTTP/1.1\r\nHost: a\r\n`],
    ['a percent-encoded letter', `GET ${basePath.ext}/%73ession HTTP/1.1\r\nHost: a\r\n`],
    [
      'an upgrade header, which is ignored',
      `GET ${basePath.ext}/session HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n`,
    ],
    ['a body on a GET', `GET ${basePath.ext}/session HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n`],
  ])('%s', async (_, start) => {
    const answer = await requestRaw(
      service.origin,
      `${start}Authorization: Bearer ${token}\r\n\r\n`,
    );
    expect(answer).toMatchObject({ status: 200, json: { ok: true } });
    expect(answer.headers['x-correlation-id']).toBeDefined();
  });

  test.each(['100-continue', 'a miracle'])('Expect: %s', async (expectation) => {
    const body = JSON.stringify({ name: `Expect ${expectation}` });
    const length = { 'Content-Length': String(body.length) };
    const start = requestHead('POST', '/test-writes', {
      ...bearer,
      ...json,
      ...length,
      Expect: expectation,
    });
    expect((await requestRaw(service.origin, [start, body])).status).toBe(200);
  });

  test('pipelined requests are answered in order, each with its own correlation id', async () => {
    const requests = ['/session', '/nothing', '/session'].map((path) =>
      requestHead('GET', path, bearer),
    );
    const { responses } = await sendRaw(service.origin, [...requests, livez], {
      responses: 4,
    });
    expect(responses.map(({ status }) => status)).toEqual([200, 404, 200, 200]);
    expect(new Set(responses.map(({ headers }) => headers['x-correlation-id'])).size).toBe(4);
  });

  test('HEAD has the headers of GET and no body', async () => {
    const get = await requestRaw(service.origin, requestHead('GET', '/session', bearer));
    const only = await requestRaw(service.origin, requestHead('HEAD', '/session', bearer), {
      isHead: true,
    });
    const lasting = ({ headers }: typeof get) => {
      const { date: _, ratelimit: __, 'x-correlation-id': ___, ...rest } = headers;
      return rest;
    };
    expect(only.status).toBe(200);
    expect(lasting(only)).toEqual(lasting(get));
    const { closed } = await sendRaw(
      service.origin,
      requestHead('HEAD', '/session', { ...bearer, Connection: 'close' }),
      { isHead: true },
    );
    expect(closed).toBe(true);
  });
});

describe('an unknown path', () => {
  test.each([
    '/%zz',
    '/%ff',
    '/session%',
    '/nothing',
    '',
    '/',
    '/session/',
    '/session;a=1',
    '//session',
  ])('%s is 404 with a token and 401 without', async (path) => {
    expectError(await requestRaw(service.origin, requestHead('GET', path, bearer)), 'not_found');
    expectError(await requestRaw(service.origin, requestHead('GET', path)), 'unauthorized');
  });

  test.each([101, 15_000])(
    'an id of %i characters is rejected like any other invalid id',
    async (length) => {
      const path = `${basePath.manage}/prospects/${'a'.repeat(length)}`;
      expectError(
        await requestRaw(service.origin, requestHead('GET', path, bearer)),
        'validation_error',
      );
      expectError(await requestRaw(service.origin, requestHead('GET', path)), 'unauthorized');
    },
  );

  test.each([
    'GET /',
    'GET //',
    'GET /%zz',
    'GET /api/v1%zz/ext/session',
    'GET *',
    'OPTIONS *',
    'GET ftp://a/b',
    'POST /livez',
    'QUERY /livez',
    'PROPFIND /livez',
  ])('%s, outside the API, is 404 with any body', async (start) => {
    for (const type of ['application/json', 'text/plain', ';;;']) {
      const bytes = `${start} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 2\r\n\r\n{x`;
      expectError(await requestRaw(service.origin, bytes), 'not_found');
    }
    expectError(
      await requestRaw(service.origin, `${start} HTTP/1.1\r\nHost: a\r\n\r\n`),
      'not_found',
    );
  });

  test.each(['PROPFIND', 'TRACE', 'QUERY', 'DELETE', 'PATCH'])(
    '%s to a known path is 405 with a token and 401 without',
    async (method) => {
      const answer = await requestRaw(service.origin, requestHead(method, '/session', bearer));
      expectError(answer, 'method_not_allowed');
      expect(answer.headers['allow']).toBe('GET, HEAD');
      expectError(
        await requestRaw(service.origin, requestHead(method, '/session')),
        'unauthorized',
      );
    },
  );
});
