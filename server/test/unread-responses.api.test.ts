import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { requestHead, requestRaw } from './raw-http.ts';
import { testService } from './service.ts';
import { writeRoute } from './write-route.ts';

const service = await testService({
  extraRoutes: [writeRoute],
  config: { UNREAD_ANSWER_TIMEOUT_MS: 3_000 },
});
const workspace = await service.workspace();
const bearer = { Authorization: `Bearer ${await workspace.token('member')}` };

/** Requests a 1 MiB response several times over one connection. */
const requestsFor = (name: string, times: number): string =>
  Array.from({ length: times }, (_, n) => {
    const body = JSON.stringify({ name: `${name} ${n}`, big: true });
    const headers = {
      ...bearer,
      'Content-Type': 'application/json',
      'Content-Length': String(body.length),
    };
    return requestHead('POST', '/test-writes', headers) + body;
  }).join('');

const openSocket = (): Socket => {
  const { hostname, port } = new URL(service.origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  return socket;
};

test('a connection whose client does not read is closed', async () => {
  const asks = 'GET /openapi-manage.json HTTP/1.1\r\nHost: outcrop.example\r\n\r\n';
  const sockets = Array.from({ length: 5 }, () => {
    const socket = openSocket();
    // More than fits into all buffers on the way.
    socket.write(asks.repeat(20));
    return socket;
  });
  const closed = () => {
    // Without reading, a client notices the end only by writing. Blank lines between requests are ignored.
    for (const socket of sockets) if (socket.writable) socket.write('\r\n');
    return sockets.filter(({ destroyed }) => destroyed).length;
  };
  await expect.poll(closed).toBe(5);
});

test('a slow reader gets the complete response', async () => {
  const socket = openSocket();
  socket.write(requestsFor('Slow', 3));
  let bytes = 0;
  socket.on('data', (chunk) => {
    bytes += chunk.length;
    if (bytes >= 3 * 2 ** 20) return void socket.end();
    socket.pause();
    setTimeout(() => socket.resume(), 10);
  });
  await once(socket, 'close');
  expect(bytes).toBeGreaterThan(3 * 2 ** 20);
});

test('a request that takes longer than the timeout is answered', async () => {
  const body = JSON.stringify({ name: 'Held', holdMs: 4_000 });
  const request = requestHead('POST', '/test-writes', {
    ...bearer,
    'Content-Type': 'application/json',
    'Content-Length': String(body.length),
  });
  expect((await requestRaw(service.origin, [request, body])).status).toBe(200);
});
