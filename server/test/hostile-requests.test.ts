import { basePath, lines, maxBodyBytesOf } from '@outcrop/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { cpuGrowth } from '../../contract/test/cpu-growth.ts';
import {
  hostileBodies,
  hostileQueries,
  listsPath,
  posting,
  signInPath,
} from './hostile-requests.ts';
import { watchLoop } from './loop-watch.ts';
import { ask, head } from './raw-http.ts';
import { testService } from './service.ts';

const service = await testService();
const workspace = await service.workspace();
const livez = 'GET /livez HTTP/1.1\r\nHost: outcrop.example\r\n\r\n';

const kib = 1024;
const visitors = { Origin: service.origin };
const bearer = async () => ({ Authorization: `Bearer ${await workspace.token('owner')}` });

/** One endpoint of each limit, as large as it may be; a little is left for what is around the text. */
const entrances: [path: string, bytes: number, headers: () => Promise<Record<string, string>>][] = [
  [signInPath, 60 * kib, async () => visitors],
  [listsPath, 960 * kib, bearer],
  ['/leads', 3_840 * kib, bearer],
];

afterAll(async () => {
  expect((await ask(service.origin, livez)).status).toBe(200);
});

describe.each(entrances)('%s, with a body of %i bytes', (path, bytes, headersOf) => {
  test.each(Object.keys(hostileBodies))(
    '%s: answered shortly, in linear time [validation.linear-time validation.at-most-100]',
    async (name) => {
      const headers = await headersOf();
      const watch = watchLoop();
      const send = async (size: number) => {
        const answer = await ask(
          service.origin,
          posting(path, hostileBodies[name]!(size), headers),
        );
        expect([200, 401, 422, 429]).toContain(answer.status);
        expect(answer.text.length).toBeLessThan(64 * kib);
      };
      const growth = await cpuGrowth(send, bytes / 2);
      watch.stop();
      expect(growth).toBeLessThan(2.5);
      // What it is on a quiet machine is measured every night.
      expect(watch.longestMs()).toBeLessThan(1_000);
    },
  );
});

test.each(Object.keys(hostileQueries))(
  'a query of %s is answered shortly [validation.at-most-100]',
  async (name) => {
    const path = `/prospects?${hostileQueries[name]!(15 * kib)}`;
    const answer = await ask(service.origin, head('GET', path, await bearer()));
    expect([200, 422]).toContain(answer.status);
    expect(answer.text.length).toBeLessThan(64 * kib);
  },
);

test('every endpoint that is open to anyone reads at most 64 KiB [errors.open-body-limit errors.too-large]', async () => {
  const open = lines.filter(({ by, body }) => by === 'anyone' && body);
  expect(open.length).toBeGreaterThan(5);
  for (const line of open) {
    expect(maxBodyBytesOf(line)).toBe(64 * kib);
    const body = `{"x":"${'x'.repeat(64 * kib)}"}`;
    const answer = await ask(
      service.origin,
      posting(basePath[line.api] + line.path, body, visitors),
    );
    expect(answer.json.error).toMatchObject({
      code: 'payload_too_large',
      message: 'The body is larger than 64 KiB. Send less.',
    });
  }
});

test('/livez answers while 20 hostile requests are read [validation.loop-stays-free]', async () => {
  const names = Object.keys(hostileBodies);
  let answered = 0;
  const requests = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const [path, bytes, headersOf] = entrances[n % entrances.length]!;
      const body = hostileBodies[names[n % names.length]!]!(bytes);
      return posting(path, body, await headersOf());
    }),
  );
  const hostile = Promise.all(
    requests.map(async (request) => {
      const { status } = await ask(service.origin, request);
      answered++;
      return status;
    }),
  );
  let alive = 0;
  while (answered < requests.length) {
    expect((await ask(service.origin, livez)).status).toBe(200);
    if (answered < requests.length) alive++;
  }
  for (const status of await hostile) expect([200, 401, 422]).toContain(status);
  expect(alive).toBeGreaterThan(1);
});
