import { basePath } from '@outcrop/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { ask, expectError, head, say } from './raw-http.ts';
import { testService } from './service.ts';
import { writeRoute } from './write-route.ts';

const service = await testService({ extraRoutes: [writeRoute] });
const token = await (await service.workspace()).token('member');
const bearer = { Authorization: `Bearer ${token}` };
const json = { 'Content-Type': 'application/json' };
const livez = 'GET /livez HTTP/1.1\r\nHost: outcrop.example\r\n\r\n';

afterAll(async () => {
  const alive = await ask(service.origin, livez);
  expect(alive.json).toEqual({ ok: true, data: { live: true } });
});

describe('what is not HTTP is 400 in the envelope, and the connection ends [envelope.framing-too errors.bad-request]', () => {
  const chunked = { ...bearer, ...json, 'Transfer-Encoding': 'chunked' };
  test.each<[string, string | string[]]>([
    ['no request line', 'how do you do\r\n\r\n'],
    ['a version of HTTP that does not exist', 'GET /livez HTTP/9.9\r\nHost: a\r\n\r\n'],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a method that does not exist', head('FOO', '/session', bearer)],
    ['a blank in a header name', head('GET', '/session', { 'Two words': 'x' })],
    ['a folded header', head('GET', '/session', { Folded: 'a\r\n b' })],
    ['line feeds alone', 'GET /livez HTTP/1.1\nHost: a\n\n'],
    [
      'a length beside chunks',
      [head('POST', '/test-writes', { ...chunked, 'Content-Length': '2' }), '0\r\n\r\n'],
    ],
    [
      'two lengths',
      [head('POST', '/test-writes', { 'Content-Length': '2\r\nContent-Length: 3' }), '{}'],
    ],
    ['a negative length', [head('POST', '/test-writes', { 'Content-Length': '-2' }), '{}']],
    ['a length beyond numbers', [head('POST', '/leads', { 'Content-Length': '9'.repeat(30) }), '']],
    ['a coding that never ends', head('GET', '/session', { 'Transfer-Encoding': 'xchunked' })],
    ['a chunk without a size', [head('POST', '/test-writes', chunked), 'zz\r\n{}\r\n0\r\n\r\n']],
    ['a bad chunk after a good one', [head('POST', '/test-writes', chunked), '2\r\n{}\r\nzz\r\n']],
    ['a request to act as a proxy', 'CONNECT example.com:443 HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('%s', async (_, bytes) => {
    const { answers, closed } = await say(service.origin, bytes);
    expect(answers).toHaveLength(1);
    expectError(answers[0], 'bad_request');
    expect(answers[0]!.headers['access-control-allow-origin']).toBe('*');
    expect(closed).toBe(true);
  });

  test('a missing Host header', async () => {
    const bytes = `GET ${basePath.ext}/session HTTP/1.1\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    expectError(await ask(service.origin, bytes), 'bad_request');
  });

  test.each([
    ['one huge header', { Huge: 'a'.repeat(20_000) }],
    ['thousands of headers', { Many: Array(3_000).fill('b').join('\r\nMany: ') }],
  ])('%s: 431 [errors.one-status-per-code]', async (_, headers) => {
    const { answers, closed } = await say(service.origin, head('GET', '/session', headers));
    expectError(answers[0], 'bad_request', 431);
    expect(closed).toBe(true);
  });

  test('the log has a line for it under the correlation id of the answer', async () => {
    const answer = await ask(service.origin, 'how do you do\r\n\r\n');
    const correlationId = answer.headers['x-correlation-id'];
    expect(service.log.filter((line) => line.correlationId === correlationId)).toMatchObject([
      { status: 400, cause: 'HPE_INVALID_METHOD' },
    ]);
  });
});

describe('rare but valid HTTP is served', () => {
  test.each<[string, string]>([
    ['HTTP/1.0 without a Host', `GET ${basePath.ext}/session HTTP/1.0\r\n`],
    [
      'an absolute address',
      `GET http://other.example${basePath.ext}/session HTTP/1.1\r\nHost: a\r\n`,
    ],
    ['an empty query', `GET ${basePath.ext}/session? HTTP/1.1\r\nHost: a\r\n`],
    ['a percent-encoded letter', `GET ${basePath.ext}/%73ession HTTP/1.1\r\nHost: a\r\n`],
    [
      'an offer to upgrade, not taken up',
      `GET ${basePath.ext}/session HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n`,
    ],
    ['a body on a GET', `GET ${basePath.ext}/session HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n`],
  ])('%s', async (_, start) => {
    const answer = await ask(service.origin, `${start}Authorization: Bearer ${token}\r\n\r\n`);
    expect(answer).toMatchObject({ status: 200, json: { ok: true } });
    expect(answer.headers['x-correlation-id']).toBeDefined();
  });

  test.each(['100-continue', 'a miracle'])('Expect: %s', async (expectation) => {
    const body = JSON.stringify({ name: `Expect ${expectation}` });
    const length = { 'Content-Length': String(body.length) };
    const start = head('POST', '/test-writes', {
      ...bearer,
      ...json,
      ...length,
      Expect: expectation,
    });
    expect((await ask(service.origin, [start, body])).status).toBe(200);
  });

  test('pipelined requests are answered in order, each with an id of its own', async () => {
    const requests = ['/session', '/nothing', '/session'].map((path) => head('GET', path, bearer));
    const { answers } = await say(service.origin, [...requests, livez], { answers: 4 });
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 200, 200]);
    expect(new Set(answers.map(({ headers }) => headers['x-correlation-id'])).size).toBe(4);
  });

  test('HEAD has the headers of GET and no body', async () => {
    const get = await ask(service.origin, head('GET', '/session', bearer));
    const only = await ask(service.origin, head('HEAD', '/session', bearer), { head: true });
    const lasting = ({ headers }: typeof get) => {
      const { date: _, ratelimit: __, 'x-correlation-id': ___, ...rest } = headers;
      return rest;
    };
    expect(only.status).toBe(200);
    expect(lasting(only)).toEqual(lasting(get));
    const { closed } = await say(
      service.origin,
      head('HEAD', '/session', { ...bearer, Connection: 'close' }),
      { head: true },
    );
    expect(closed).toBe(true);
  });
});

describe('an address where there is nothing', () => {
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
  ])(
    '%s is 404 with a token and 401 without [errors.unknown-path errors.undecodable-path errors.order-token-route]',
    async (path) => {
      expectError(await ask(service.origin, head('GET', path, bearer)), 'not_found');
      expectError(await ask(service.origin, head('GET', path)), 'unauthorized');
    },
  );

  test.each([101, 15_000])(
    'an id of %i characters is refused like every other id that is none',
    async (length) => {
      const path = `${basePath.manage}/prospects/${'a'.repeat(length)}`;
      expectError(await ask(service.origin, head('GET', path, bearer)), 'validation_error');
      expectError(await ask(service.origin, head('GET', path)), 'unauthorized');
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
  ])('%s, outside the API, is 404 whatever the body', async (start) => {
    for (const type of ['application/json', 'text/plain', ';;;']) {
      const bytes = `${start} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 2\r\n\r\n{x`;
      expectError(await ask(service.origin, bytes), 'not_found');
    }
    expectError(await ask(service.origin, `${start} HTTP/1.1\r\nHost: a\r\n\r\n`), 'not_found');
  });

  test.each(['PROPFIND', 'TRACE', 'QUERY', 'DELETE', 'PATCH'])(
    '%s to a known address is 405 with a token and 401 without',
    async (method) => {
      const answer = await ask(service.origin, head(method, '/session', bearer));
      expectError(answer, 'method_not_allowed');
      expect(answer.headers['allow']).toBe('GET, HEAD');
      expectError(await ask(service.origin, head(method, '/session')), 'unauthorized');
    },
  );
});
