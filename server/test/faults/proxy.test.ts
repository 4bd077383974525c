import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { FaultProxy } from './proxy.ts';

/** Says back what it hears, and says `bye` when the caller has no more to say. */
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

const dial = async (proxy: FaultProxy) => {
  const socket = connect({ port: Number(new URL(proxy.url).port), allowHalfOpen: true });
  const heard: string[] = [];
  const errors: string[] = [];
  socket.on('data', (bytes) => heard.push(String(bytes)));
  socket.on('error', ({ code }: NodeJS.ErrnoException) => errors.push(code ?? ''));
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => {});
  return { socket, heard, errors, say: (text: string) => say(socket, text) };
};

/** Long enough for an echo over two local connections, short enough not to bore. */
const say = async (socket: Socket, text: string) => {
  socket.write(text);
  await sleep(40);
};

test('bytes pass unchanged, and so does the end of the conversation', async () => {
  const { socket, heard, say } = await dial(await proxied());
  await say('hello');
  socket.end();
  await once(socket, 'end');
  expect(heard.join('')).toBe('hellobye');
});

test('a delay holds bytes back and keeps their order', async () => {
  const proxy = await proxied();
  proxy.delay(30, 60);
  const { heard, say } = await dial(proxy);
  await say('a');
  expect(heard).toEqual([]);
  await say('b');
  await say('c');
  await expect.poll(() => heard.join('')).toBe('abc');
});

test('a cut resets what is connected and leaves the way open for what comes', async () => {
  const proxy = await proxied();
  const before = await dial(proxy);
  proxy.cut();
  await expect.poll(() => before.errors).toEqual(['ECONNRESET']);
  const after = await dial(proxy);
  await after.say('again');
  expect(after.heard).toEqual(['again']);
});

test('the same seed cuts after the same number of bytes', async () => {
  const heardBefore = async (seed: number) => {
    const proxy = await proxied(seed);
    const { socket, heard, errors } = await dial(proxy);
    proxy.cutWithin('requests', 20);
    while (errors.length === 0) {
      socket.write('x');
      await sleep(4);
    }
    return heard.join('').length;
  };
  expect(await heardBefore(7)).toBe(await heardBefore(7));
});

test('half-closing ends one direction and leaves the other open', async () => {
  const proxy = await proxied();
  const { socket, heard, errors, say } = await dial(proxy);
  await say('a');
  proxy.halfClose('answers');
  await once(socket, 'end');
  await say('b');
  expect({ heard, errors }).toEqual({ heard: ['a'], errors: [] });
});

test('one direction can be swallowed from a point in the conversation on', async () => {
  const proxy = await proxied();
  const { heard, say } = await dial(proxy);
  proxy.when(
    'requests',
    (bytes) => bytes.includes('commit'),
    () => proxy.swallow('answers'),
  );
  await say('begin ');
  await say('commit ');
  expect(heard).toEqual(['begin ']);
  await proxy.pass();
  await say('after');
  expect(heard, 'a stream with a gap in it must not go on').toEqual(['begin ']);
});

test('a hole accepts and never answers, and refusing does not even accept', async () => {
  const proxy = await proxied();
  proxy.hole();
  const lost = await dial(proxy);
  await lost.say('anyone?');
  expect({ heard: lost.heard, errors: lost.errors }).toEqual({ heard: [], errors: [] });
  await proxy.refuse();
  expect((await dial(proxy)).errors).toEqual(['ECONNREFUSED']);
  await proxy.pass();
  const found = await dial(proxy);
  await found.say('now?');
  expect(found.heard).toEqual(['now?']);
});
