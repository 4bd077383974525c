import { allEndpoints, basePath, maxBodyBytesOf } from '@outcrop/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { cpuGrowth, linear } from '../../contract/test/cpu-growth.ts';
import { monitorEventLoop } from './event-loop-monitor.ts';
import {
  hostileBodies,
  hostileQueries,
  listsPath,
  rawPost,
  signInPath,
} from './hostile-requests.ts';
import { requestHead, requestRaw } from './raw-http.ts';
import { isFull } from './run-size.ts';
import { testService } from './service.ts';

const service = await testService();
const workspace = await service.workspace();
const livez = 'GET /livez HTTP/1.1\r\nHost: outcrop.example\r\n\r\n';

const kib = 1024;
const visitors = { Origin: service.origin };
const bearer = async () => ({ Authorization: `Bearer ${await workspace.token('owner')}` });

/** At night, every endpoint gets every body. In CI, each body goes to one endpoint, and leads go to POST /leads. */
const someOf = (names: string[], path: string): string[] =>
  names.filter((name, n) => {
    if (isFull) return true;
    return path === (name.startsWith('leads') ? '/leads' : targets[n % targets.length]![0]);
  });

/** One endpoint per body limit, with bodies just below the limit. */
const targets: [path: string, bytes: number, headers: () => Promise<Record<string, string>>][] = [
  [signInPath, 60 * kib, async () => visitors],
  [listsPath, 960 * kib, bearer],
  ['/leads', 3_840 * kib, bearer],
];

afterAll(async () => {
  expect((await requestRaw(service.origin, livez)).status).toBe(200);
});

describe.each(targets)('%s, with a body of %i bytes', (path, bytes, headersOf) => {
  test.each(someOf(Object.keys(hostileBodies), path))(
    '%s: answered quickly, in linear time',
    async (name) => {
      const headers = await headersOf();
      const monitor = monitorEventLoop();
      const send = async (size: number) => {
        const answer = await requestRaw(
          service.origin,
          rawPost(path, hostileBodies[name]!(size), headers),
        );
        expect([200, 401, 422, 429]).toContain(answer.status);
        expect(answer.text.length).toBeLessThan(64 * kib);
      };
      const growth = await cpuGrowth(send, bytes);
      monitor.stop();
      expect(growth).toBeLessThan(linear);
      // The nightly run measures this on an idle machine.
      expect(monitor.maxCpuMs()).toBeLessThan(1_000);
    },
  );
});

test.each(Object.keys(hostileQueries))('a query of %s is answered quickly', async (name) => {
  const path = `/prospects?${hostileQueries[name]!(15 * kib)}`;
  const answer = await requestRaw(service.origin, requestHead('GET', path, await bearer()));
  expect([200, 422]).toContain(answer.status);
  expect(answer.text.length).toBeLessThan(64 * kib);
});

test('every endpoint without authentication reads at most 64 KiB', async () => {
  const open = allEndpoints.filter(({ access, body }) => access === 'anyone' && body);
  expect(open.length).toBeGreaterThan(5);
  for (const endpoint of open) {
    expect(maxBodyBytesOf(endpoint)).toBe(64 * kib);
    const body = `{"x":"${'x'.repeat(64 * kib)}"}`;
    const answer = await requestRaw(
      service.origin,
      rawPost(basePath[endpoint.api] + endpoint.path, body, visitors),
    );
    expect(answer.json.error).toMatchObject({
      code: 'payload_too_large',
      message: 'The body is larger than 64 KiB. Send a smaller body.',
    });
  }
});

test('/livez answers while 20 hostile requests are read', async () => {
  const names = Object.keys(hostileBodies);
  let answered = 0;
  const requests = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const [path, bytes, headersOf] = targets[n % targets.length]!;
      const body = hostileBodies[names[n % names.length]!]!(bytes);
      return rawPost(path, body, await headersOf());
    }),
  );
  const hostile = Promise.all(
    requests.map(async (request) => {
      const { status } = await requestRaw(service.origin, request);
      answered++;
      return status;
    }),
  );
  let alive = 0;
  while (answered < requests.length) {
    expect((await requestRaw(service.origin, livez)).status).toBe(200);
    if (answered < requests.length) alive++;
  }
  for (const status of await hostile) expect([200, 401, 422]).toContain(status);
  expect(alive).toBeGreaterThan(1);
});
