import { basePath } from '@outcrop/contract';
import { describe, expect, test } from 'vitest';
import { requestHead, requestRaw } from './raw-http.ts';
import { testService } from './service.ts';

const service = await testService();
const workspace = await service.workspace();
const token = await workspace.token('viewer');
const bearer = { Authorization: `Bearer ${token}` };

/** Successes and errors, which must not differ in these headers. */
const responseKinds: [string, string][] = [
  ['a success', requestHead('GET', '/session', bearer)],
  ['401', requestHead('GET', '/session')],
  ['403', requestHead('POST', '/leads', bearer)],
  ['404', requestHead('GET', '/nothing', bearer)],
  ['405', requestHead('PUT', '/session', bearer)],
  ['422', requestHead('GET', '/session?nothing=1', bearer)],
  ['bad framing', 'how do you do\r\n\r\n'],
];

describe('pages of other origins', () => {
  test.each(responseKinds)(
    'may read %s from any origin, and never with credentials',
    async (_, bytes) => {
      const withOrigin = bytes.replace('\r\n\r\n', '\r\nOrigin: https://app.example\r\n\r\n');
      const { headers } = await requestRaw(service.origin, withOrigin);
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
      expect(headers['cross-origin-resource-policy'] ?? 'cross-origin').toBe('cross-origin');
    },
  );

  test('may read the headers for retries, rate limits and correlation ids', async () => {
    for (const bytes of [requestHead('GET', '/session', bearer), requestHead('GET', '/session')]) {
      const { headers } = await requestRaw(service.origin, bytes);
      const exposed = headers['access-control-expose-headers']?.split(', ');
      expect(exposed).toEqual(
        expect.arrayContaining([
          'Retry-After',
          'X-Correlation-Id',
          'RateLimit',
          'RateLimit-Policy',
        ]),
      );
    }
  });

  test.each(['/session', '/leads', '/nothing'])(
    'get an answer to their preflight for %s without a token',
    async (path) => {
      const answer = await requestRaw(
        service.origin,
        requestHead('OPTIONS', path, {
          Origin: 'https://app.example',
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'authorization,traceparent',
        }),
      );
      expect(answer).toMatchObject({ status: 204, text: '' });
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD, POST',
        'access-control-allow-headers': 'authorization,traceparent',
        'x-correlation-id': expect.any(String),
      });
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    },
  );

  test.each([
    ['none', {}],
    ['a value that is no list of names', { 'Access-Control-Request-Headers': 'a: "b"' }],
    ['a very long list', { 'Access-Control-Request-Headers': 'a,'.repeat(501) }],
  ])('that ask for %s may send the headers of the API', async (_, asked) => {
    const preflight = requestHead('OPTIONS', '/session', { Origin: 'https://a.example', ...asked });
    const { headers } = await requestRaw(service.origin, preflight);
    expect(headers['access-control-allow-headers']).toBe(
      'Authorization, Content-Type, Idempotency-Key',
    );
  });
});

test.each(responseKinds)('%s is never cached', async (_, bytes) => {
  expect((await requestRaw(service.origin, bytes)).headers['cache-control']).toBe('no-store');
});

test.each(responseKinds.slice(0, -1))(
  '%s has the security headers for browsers',
  async (_, bytes) => {
    const { headers } = await requestRaw(service.origin, bytes);
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
    });
    expect(headers).not.toHaveProperty('strict-transport-security');
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('server');
  },
);

test('when PUBLIC_URL is https, HSTS covers this host but not its subdomains', async () => {
  const secure = await testService({ config: { PUBLIC_URL: 'https://outcrop.example.com' } });
  for (const [, bytes] of responseKinds.slice(0, -1)) {
    const { headers } = await requestRaw(secure.origin, bytes);
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
  }
  const page = await fetch(`${secure.origin}/docs`);
  expect(page.headers.get('strict-transport-security')).toBe('max-age=31536000');
});

test('X-Forwarded-For is ignored with one warning from an unlisted proxy, and used from a listed one', async () => {
  const warnings = ({ log }: typeof service) =>
    log.filter(({ msg }) => String(msg).includes('TRUSTED_PROXIES'));
  const forwarded = { 'X-Forwarded-For': '198.51.100.7' };
  const unlisted = await testService();
  expect(warnings(unlisted)).toEqual([]);
  await requestRaw(unlisted.origin, requestHead('GET', '/session'));
  expect(warnings(unlisted)).toEqual([]);
  for (const _ of [1, 2, 3])
    await requestRaw(unlisted.origin, requestHead('GET', '/session', forwarded));
  expect(warnings(unlisted)).toEqual([expect.objectContaining({ level: 40 })]);
  expect(JSON.stringify(warnings(unlisted))).not.toContain('198.51.100.7');

  const listed = await testService({ config: { TRUSTED_PROXIES: ['127.0.0.0/8'] } });
  await requestRaw(listed.origin, requestHead('GET', '/session', forwarded));
  expect(warnings(listed)).toEqual([]);
});

test.each(responseKinds)('%s has its own correlation id', async (_, bytes) => {
  const ids = await Promise.all(
    [1, 2].map(async () => {
      const { headers, json } = await requestRaw(service.origin, bytes);
      if (!json.ok) expect(json.error.correlationId).toBe(headers['x-correlation-id']);
      return headers['x-correlation-id'];
    }),
  );
  expect(new Set(ids).size).toBe(2);
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
});

test('responses outside the API have no CORS headers', async () => {
  const response = await fetch(`${service.origin}/openapi.json`);
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
  expect(response.url).not.toContain(basePath.ext);
});

test('large JSON is compressed for callers with a token, and never for a browser session', async () => {
  const member = await workspace.token('member');
  const leads = Array.from({ length: 5 }, (_, n) => ({ email: `p${n}@acme.example` }));
  await service.call(member, 'POST', '/leads', { body: { leads } });
  const session = await workspace.session('viewer');
  const encodingOf = async (caller: typeof session | string, path: string, accepted: string) => {
    const { status, headers } = await service.call(caller, 'GET', path, {
      headers: { 'accept-encoding': accepted },
    });
    expect(status).toBe(200);
    return headers.get('content-encoding');
  };
  const ofManage = `${basePath.manage}/prospects`;
  for (const path of ['/prospects', ofManage])
    expect(await encodingOf(token, path, 'deflate, gzip;q=0.8')).toBe('gzip');
  for (const accepted of ['identity', 'gzip;q=0', 'gzip; q=0.0, br', 'gzipped'])
    expect(await encodingOf(token, '/prospects', accepted)).toBeNull();
  expect(await encodingOf(token, '/session', 'gzip')).toBeNull();
  expect(await encodingOf(session, ofManage, 'gzip')).toBeNull();
});
