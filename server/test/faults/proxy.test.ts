import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { afterTestOrFile } from '../after-test-or-file.ts';
import { FaultProxy } from './proxy.ts';

/** Echoes what it receives, and sends `bye` when the client closes its side. */
let reachedEcho = '';
const echo = createServer({ allowHalfOpen: true }, (socket) => {
  socket.on('error', () => {});
  socket.on('data', (bytes) => {
    reachedEcho += String(bytes);
    socket.write(bytes);
  });
  socket.on('end', () => socket.end('bye'));
}).listen(0, '127.0.0.1');
await once(echo, 'listening');
afterAll(() => echo.close());

const proxied = async (seed?: number) => {
  const { port } = echo.address() as AddressInfo;
  const proxy = await FaultProxy.start(`tcp://127.0.0.1:${port}`, seed);
  afterTestOrFile(() => proxy.close());
  return proxy;
};

const connectTo = async (proxy: FaultProxy) => {
  const socket = connect({ port: Number(new URL(proxy.url).port), allowHalfOpen: true });
  let received = '';
  const errors: string[] = [];
  socket.on('data', (bytes) => {
    received += String(bytes);
  });
  socket.on('error', ({ code }: NodeJS.ErrnoException) => errors.push(code ?? ''));
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => {});
  const receives = (text: string) => expect.poll(() => received, { interval: 5 }).toBe(text);
  return { socket, received: () => received, errors, receives };
};

const reaches = (text: string) => expect.poll(() => reachedEcho, { interval: 5 }).toContain(text);

test('bytes and the end of the stream pass unchanged', async () => {
  const { socket, received, receives } = await connectTo(await proxied());
  socket.write('hello');
  await receives('hello');
  socket.end();
  await once(socket, 'end');
  expect(received()).toBe('hellobye');
});

test('a delay holds bytes back and keeps their order', async () => {
  const proxy = await proxied();
  proxy.delay(30, 60);
  const { socket, receives } = await connectTo(proxy);
  const sentAt = Date.now();
  for (const text of ['a', 'b', 'c']) socket.write(text);
  await receives('abc');
  // Once on the way there and once on the way back; a timer may fire a millisecond early.
  expect(Date.now() - sentAt).toBeGreaterThanOrEqual(58);
});

test('resetAll resets open connections, and new ones work', async () => {
  const proxy = await proxied();
  const before = await connectTo(proxy);
  proxy.resetAll();
  await expect.poll(() => before.errors).toEqual(['ECONNRESET']);
  const after = await connectTo(proxy);
  after.socket.write('again');
  await after.receives('again');
});

test('the same seed resets after the same number of bytes', async () => {
  const receivedBeforeReset = async (seed: number) => {
    const proxy = await proxied(seed);
    const { socket, received, errors } = await connectTo(proxy);
    proxy.resetWithin('requests', 20);
    for (let sent = 1; errors.length === 0; sent++) {
      socket.write('x');
      await expect
        .poll(() => received().length === sent || errors.length > 0, { interval: 1 })
        .toBe(true);
    }
    return received().length;
  };
  expect(await receivedBeforeReset(7)).toBe(await receivedBeforeReset(7));
});

test('half-closing ends one direction and leaves the other open', async () => {
  const proxy = await proxied();
  const { socket, received, errors, receives } = await connectTo(proxy);
  socket.write('a');
  await receives('a');
  proxy.halfClose('responses');
  await once(socket, 'end');
  socket.write('still open');
  await reaches('still open');
  expect({ received: received(), errors }).toEqual({ received: 'a', errors: [] });
});

test('one direction can be dropped from a given message on', async () => {
  const proxy = await proxied();
  const { socket, received, receives } = await connectTo(proxy);
  proxy.onceSeen(
    'requests',
    (bytes) => bytes.includes('commit'),
    () => proxy.drop('responses'),
  );
  socket.write('begin ');
  await receives('begin ');
  socket.write('commit ');
  await reaches('commit ');
  await proxy.restore();
  socket.write('after the gap');
  await reaches('after the gap');
  // A whole exchange on another connection takes longer than the missing response.
  const other = await connectTo(proxy);
  other.socket.write('new');
  await other.receives('new');
  expect(received(), 'a stream with a gap must not continue').toBe('begin ');
});

test('a black hole accepts connections but never responds, and refuse rejects them', async () => {
  const proxy = await proxied();
  proxy.blackHole();
  const lost = await connectTo(proxy);
  lost.socket.write('anyone?');
  expect(lost.errors).toEqual([]);
  await proxy.refuse();
  expect((await connectTo(proxy)).errors).toEqual(['ECONNREFUSED']);
  await proxy.restore();
  const found = await connectTo(proxy);
  found.socket.write('now?');
  await found.receives('now?');
  expect(lost.received()).toBe('');
});
