import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { dataOf, OutcropError, retryDelayMs } from './response.ts';

/** Responds with the status and body from its path. */
const server = createServer((request, response) => {
  const [status = '', body = '', retryAfter] = decodeURIComponent(request.url!.slice(1)).split('|');
  response.writeHead(Number(status), retryAfter ? { 'retry-after': retryAfter } : {}).end(body);
}).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
afterAll(() => server.close());

const respond = (...parts: string[]) => {
  const { port } = server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}/${encodeURIComponent(parts.join('|'))}`);
};
const errorOf = async (...parts: string[]) =>
  dataOf(await respond(...parts)).catch((error: unknown) => error);
const errorBody = (code: string) =>
  JSON.stringify({ ok: false, error: { code, message: 'No.', correlationId: 'c-1' } });

test('the data of a success is returned unchanged', async () => {
  expect(await dataOf(await respond('200', '{"ok":true,"data":{"a":1}}'))).toEqual({ a: 1 });
});

test('a response from a proxy is reported as unavailable, with what to do', async () => {
  for (const body of ['<html>Bad gateway</html>', '', '"no"', 'null', '{}']) {
    const error = await errorOf('502', body);
    expect(error).toBeInstanceOf(OutcropError);
    expect(error).toMatchObject({ status: 502, code: 'unavailable', correlationId: '' });
    expect((error as Error).message).toMatch(/responded with 502\. Try again/);
  }
});

describe('a failed read is retried', () => {
  test('after the seconds in Retry-After', async () => {
    for (const code of ['rate_limited', 'unavailable', 'idempotency_in_progress']) {
      const wait = retryDelayMs(await errorOf('429', errorBody(code), '7'), 0);
      expect(wait).toBeGreaterThanOrEqual(7_000);
      expect(wait).toBeLessThan(7_300);
    }
  });

  test('with exponential backoff after a network error', () => {
    const waits = [0, 1, 2].map((attempt) => retryDelayMs(new TypeError('fetch failed'), attempt)!);
    for (const [attempt, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(750 * 2 ** attempt);
      expect(wait).toBeLessThanOrEqual(1_250 * 2 ** attempt);
    }
  });

  test('after a connection that a server refused, and after a time limit', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => closed.once('listening', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const refused = await fetch(`http://127.0.0.1:${port}/`).catch((error: unknown) => error);
    const late = await fetch(`http://127.0.0.1:${port}/`, {
      signal: AbortSignal.abort(new DOMException('late', 'TimeoutError')),
    }).catch((error: unknown) => error);
    for (const error of [refused, late]) expect(retryDelayMs(error, 0)).toBeGreaterThan(0);
  });

  test('never after a mistake in the program', async () => {
    const invalidUrl = await fetch('no address').catch((error: unknown) => error);
    const canceled = new DOMException('canceled', 'AbortError');
    for (const error of [new TypeError('x is not a function'), invalidUrl, canceled, 'text'])
      expect(retryDelayMs(error, 0)).toBeNull();
  });

  test('three times at most', () => {
    expect(retryDelayMs(new TypeError('fetch failed'), 3)).toBeNull();
  });

  test.each([
    'unauthorized',
    'insufficient_role',
    'not_found',
    'validation_error',
    'internal_error',
  ])('never after %s', async (code) => {
    expect(retryDelayMs(await errorOf('400', errorBody(code)), 0)).toBeNull();
  });
});
