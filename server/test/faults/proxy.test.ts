import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { FaultProxy } from './proxy.ts';

/** Echoes what it receives, and sends `bye` when the client closes its side. */
const echo = createServer({ allowHalfOpen: true }, (socket) => {
  socket.on('error', () => {});
  socket.on('data', (bytes) => socket.write(bytes));
  socket.on('end', () => socket.end('bye'));
}).listen(0, '127.0.0.1');
await once(echo, 'listening');
afterAll(() => echo.close());

const proxied = async (seed?: number) => {
  const { port } = echo.address() as AddressInfo;
  const proxy = await FaultProxy.start(`tcp://127.0.0.1:${port}`, seed);
  afterAll(() => proxy.close());
  return proxy;
};

const connectTo = async (proxy: FaultProxy) => {
  const socket = connect({ port: Number(new URL(proxy.url).port), allowHalfOpen: true });
  const received: string[] = [];
  const errors: string[] = [];
  socket.on('data', (bytes) => received.push(String(bytes)));
  socket.on('error', ({ code }: NodeJS.ErrnoException) => errors.push(code ?? ''));
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => {});
  return { socket, received, errors, say: (text: string) => say(socket, text) };
};

/** Waits long enough for an echo over two local connections. */
const say = async (socket: Socket, text: string) => {
  socket.write(text);
  await sleep(40);
};

test('bytes and the end of the stream pass unchanged', async () => {
  const { socket, received, say } = await connectTo(await proxied());
  await say('hello');
  socket.end();
  await once(socket, 'end');
  expect(received.join('')).toBe('hellobye');
});

test('a delay holds bytes back and keeps their order', async () => {
  const proxy = await proxied();
  proxy.delay(30, 60);
  const { received, say } = await connectTo(proxy);
  await say('a');
  expect(received).toEqual([]);
  await say('b');
  await say('c');
  await expect.poll(() => received.join('')).toBe('abc');
});

test('resetAll resets open connections, and new ones work', async () => {
  const proxy = await proxied();
  const before = await connectTo(proxy);
  proxy.resetAll();
  await expect.poll(() => before.errors).toEqual(['ECONNRESET']);
  const after = await connectTo(proxy);
  await after.say('again');
  expect(after.received).toEqual(['again']);
});

test('the same seed resets after the same number of bytes', async () => {
  const receivedBeforeReset = async (seed: number) => {
    const proxy = await proxied(seed);
    const { socket, received, errors } = await connectTo(proxy);
    proxy.resetWithin('requests', 20);
    while (errors.length === 0) {
      socket.write('x');
      await sleep(4);
    }
    return received.join('').length;
  };
  expect(await receivedBeforeReset(7)).toBe(await receivedBeforeReset(7));
});

test('half-closing ends one direction and leaves the other open', async () => {
  const proxy = await proxied();
  const { socket, received, errors, say } = await connectTo(proxy);
  await say('a');
  proxy.halfClose('responses');
  await once(socket, 'end');
  await say('b');
  expect({ received, errors }).toEqual({ received: ['a'], errors: [] });
});

test('one direction can be dropped from a given message on', async () => {
  const proxy = await proxied();
  const { received, say } = await connectTo(proxy);
  proxy.onceSeen(
    'requests',
    (bytes) => bytes.includes('commit'),
    () => proxy.drop('responses'),
  );
  await say('begin ');
  await say('commit ');
  expect(received).toEqual(['begin ']);
  await proxy.restore();
  await say('after');
  expect(received, 'a stream with a gap must not continue').toEqual(['begin ']);
});

test('a black hole accepts connections but never responds, and refuse rejects them', async () => {
  const proxy = await proxied();
  proxy.blackHole();
  const lost = await connectTo(proxy);
  await lost.say('anyone?');
  expect({ received: lost.received, errors: lost.errors }).toEqual({ received: [], errors: [] });
  await proxy.refuse();
  expect((await connectTo(proxy)).errors).toEqual(['ECONNREFUSED']);
  await proxy.restore();
  const found = await connectTo(proxy);
  await found.say('now?');
  expect(found.received).toEqual(['now?']);
});
