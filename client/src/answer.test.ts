import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { dataOf, OutcropError, repeatAfter } from './answer.ts';

/** Answers what its path asks for: status, then body. */
const server = createServer((request, response) => {
  const [status = '', body = '', retryAfter] = decodeURIComponent(request.url!.slice(1)).split('|');
  response.writeHead(Number(status), retryAfter ? { 'retry-after': retryAfter } : {}).end(body);
}).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
afterAll(() => server.close());

const answered = (...parts: string[]) => {
  const { port } = server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}/${encodeURIComponent(parts.join('|'))}`);
};
const errorOf = async (...parts: string[]) =>
  dataOf(await answered(...parts)).catch((error: unknown) => error);
const refusal = (code: string) =>
  JSON.stringify({ ok: false, error: { code, message: 'No.', correlationId: 'c-1' } });

test('the data of a success is given as it is', async () => {
  expect(await dataOf(await answered('200', '{"ok":true,"data":{"a":1}}'))).toEqual({ a: 1 });
});

test('what a proxy says in its own words is told as unavailable, with what to do', async () => {
  for (const body of ['<html>Bad gateway</html>', '', '"no"', 'null', '{}']) {
    const error = await errorOf('502', body);
    expect(error).toBeInstanceOf(OutcropError);
    expect(error).toMatchObject({ status: 502, code: 'unavailable', correlationId: '' });
    expect((error as Error).message).toMatch(/answered 502\. Try again/);
  }
});

describe('a failed read is repeated', () => {
  test('after the seconds that the service asked for', async () => {
    for (const code of ['rate_limited', 'unavailable']) {
      const wait = repeatAfter(await errorOf('429', refusal(code), '7'), 0);
      expect(wait).toBeGreaterThanOrEqual(7_000);
      expect(wait).toBeLessThan(7_300);
    }
  });

  test('after a growing while when nobody answered', () => {
    const waits = [0, 1, 2].map((attempt) => repeatAfter(new TypeError('fetch failed'), attempt)!);
    for (const [attempt, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(750 * 2 ** attempt);
      expect(wait).toBeLessThanOrEqual(1_250 * 2 ** attempt);
    }
  });

  test('three times at most', () => {
    expect(repeatAfter(new TypeError('fetch failed'), 3)).toBeNull();
  });

  test.each([
    'unauthorized',
    'insufficient_role',
    'not_found',
    'validation_error',
    'internal_error',
  ])('never if it was refused as %s', async (code) => {
    expect(repeatAfter(await errorOf('400', refusal(code)), 0)).toBeNull();
  });
});
