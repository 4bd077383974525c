import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { ask, head } from './raw-http.ts';
import { testService } from './service.ts';
import { writeRoute } from './write-route.ts';

const service = await testService({
  extraRoutes: [writeRoute],
  config: { UNREAD_ANSWER_TIMEOUT_MS: 500 },
});
const workspace = await service.workspace();
const bearer = { Authorization: `Bearer ${await workspace.token('member')}` };

/** Asks for a mebibyte of answer, several times over one connection. */
const asking = (name: string, times: number): string =>
  Array.from({ length: times }, (_, n) => {
    const body = JSON.stringify({ name: `${name} ${n}`, big: true });
    const headers = {
      ...bearer,
      'Content-Type': 'application/json',
      'Content-Length': String(body.length),
    };
    return head('POST', '/test-writes', headers) + body;
  }).join('');

const dial = (): Socket => {
  const { hostname, port } = new URL(service.origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  return socket;
};

test('a connection on which nobody reads is closed [errors.unread-answer]', async () => {
  const asks = 'GET /openapi-manage.json HTTP/1.1\r\nHost: outcrop.example\r\n\r\n';
  const sockets = Array.from({ length: 5 }, () => {
    const socket = dial();
    // More than all buffers on the way hold.
    socket.write(asks.repeat(20));
    return socket;
  });
  const closed = () => {
    // Who does not read learns of the end only by writing; blank lines between requests mean nothing.
    for (const socket of sockets) if (socket.writable) socket.write('\r\n');
    return sockets.filter(({ destroyed }) => destroyed).length;
  };
  await expect.poll(closed, { timeout: 15_000 }).toBe(5);
});

test('one who reads slowly gets the whole answer', async () => {
  const socket = dial();
  socket.write(asking('Slow', 3));
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

test('a request that is worked on for longer is answered', async () => {
  const body = JSON.stringify({ name: 'Held', holdMs: 1_500 });
  const request = head('POST', '/test-writes', {
    ...bearer,
    'Content-Type': 'application/json',
    'Content-Length': String(body.length),
  });
  expect((await ask(service.origin, [request, body])).status).toBe(200);
});
