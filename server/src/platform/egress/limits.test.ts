import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { startDnsServer } from '../../../test/dns-server.ts';
import { httpReceiver, tcpReceiver } from '../../../test/test-receiver.ts';
import { Egress, type EgressCall } from './egress.ts';

const dns = await startDnsServer(async (name, type) => {
  if (name === 'silent.example') return undefined;
  if (name !== 'late.example') return [];
  await sleep(400);
  return type === 'A' ? ['127.0.0.1'] : [];
});
const make = () => new Egress({ allow: ['127.0.0.0/8'], nameServers: [dns.address] });
const egress = make();
afterAll(() => egress.close());

const post = (port: number, call: Partial<EgressCall> = {}) =>
  egress.request({ url: `http://127.0.0.1:${port}/hook`, method: 'POST', body: '{}', ...call });

/** Writes repeatedly until the other side closes the connection. */
const drip = (socket: Socket, text: string, everyMs: number) => {
  const timer = setInterval(() => socket.write(text), everyMs);
  socket.on('close', () => clearInterval(timer)).on('error', () => {});
};

const head = 'HTTP/1.1 200 OK\r\n';

test.each([
  ['says nothing', () => {}],
  ['never ends its headers', (socket: Socket) => drip(socket, 'x', 20)],
  [
    'sends one interim answer after the other',
    (socket: Socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n', 20),
  ],
])('a call to a host that %s times out', async (_what, behave) => {
  const receiver = await tcpReceiver((socket) => {
    socket.once('data', () => behave(socket));
  });
  const outcome = await post(receiver.port, { timeoutMs: 400 });
  expect(outcome).toMatchObject({ answered: false });
  await expect.poll(receiver.openConnections).toBe(0);
});

test.each([
  ['interim answers', 'HTTP/1.1 103 Early Hints\r\n\r\n', ''],
  ['extensions of a chunk', 'a'.repeat(1_024), `${head}transfer-encoding: chunked\r\n\r\n1;`],
])('a host that sends %s without an end is cut off', async (_what, piece, start) => {
  const block = Buffer.from(piece.repeat(65_536 / piece.length));
  let sentBytes = 0;
  const receiver = await tcpReceiver((socket) => {
    const pump = () => {
      while (!socket.destroyed && socket.write(block)) sentBytes += block.length;
    };
    socket.on('error', () => {}).on('drain', pump);
    socket.once('data', () => {
      socket.write(start);
      pump();
    });
  });
  const outcome = await post(receiver.port, { timeoutMs: 25_000 });
  expect(outcome).toMatchObject({ answered: false, reason: 'bad_answer' });
  expect(sentBytes).toBeLessThan(32 * 1024 * 1024);
  await expect.poll(receiver.openConnections).toBe(0);
});

test('a host that does not respond in time is distinguished from one that started to', async () => {
  const silent = await tcpReceiver(() => {});
  expect(await post(silent.port, { timeoutMs: 200 })).toMatchObject({
    reason: 'timeout',
    message: '127.0.0.1 did not answer within 0.2 s.',
  });
  const slow = await tcpReceiver((socket) => {
    socket.write(`${head}\r\n`);
    drip(socket, 'x', 30);
  });
  const outcome = await post(slow.port, { timeoutMs: 2_000 });
  expect(outcome).toMatchObject({
    reason: 'too_slow',
    message: '127.0.0.1 started to respond with 200 but did not finish within 2 s.',
  });
  expect(outcome.ms).toBeGreaterThanOrEqual(1_999);
  await expect.poll(slow.openConnections).toBe(0);
});

test.each([
  ['declared in advance', { 'content-length': String(2 ** 30) }],
  ['in chunks', {}],
])('of a gigabyte %s, 64 KiB are read and the connection is closed', async (_what, headers) => {
  let sent = 0;
  const part = Buffer.alloc(65_536, 'x');
  const receiver = await httpReceiver((_request, response) => {
    response.writeHead(200, headers);
    const more = () => {
      while (sent < 2 ** 30 && !response.destroyed) {
        sent += part.length;
        if (!response.write(part)) return;
      }
    };
    response.on('drain', more).on('error', () => {});
    more();
  });
  const outcome = await post(receiver.port);
  expect(outcome).toMatchObject({ answered: true, status: 200, truncated: true });
  expect(outcome).toHaveProperty('body', part);
  await expect.poll(receiver.openConnections).toBe(0);
  // The rest is what the two sockets buffer.
  expect(sent).toBeLessThan(32 * 2 ** 20);
});

test('a response of exactly the maximum size is complete, and one byte more is truncated', async () => {
  const receiver = await httpReceiver((request, response) =>
    response.end('x'.repeat(Number(request.headers['x-size']))),
  );
  const read = (size: number) =>
    post(receiver.port, { maxBytes: 1_000, headers: { 'x-size': String(size) } });
  expect(await read(1_000)).toMatchObject({ truncated: false, body: Buffer.alloc(1_000, 'x') });
  expect(await read(1_001)).toMatchObject({ truncated: true, body: Buffer.alloc(1_000, 'x') });
  expect(await read(0)).toMatchObject({ truncated: false, body: Buffer.alloc(0) });
});

test('compressed responses are not decompressed', async () => {
  const bomb = gzipSync(Buffer.alloc(20 * 2 ** 20));
  const receiver = await httpReceiver((_request, response) =>
    response.setHeader('content-encoding', 'gzip').end(bomb),
  );
  expect(await post(receiver.port)).toMatchObject({ truncated: false, body: bomb });
});

test.each([
  ['a header beyond 16 KiB', `${head}x: ${'y'.repeat(20_000)}\r\n\r\n`],
  ['a host of headers', `${head}${'x: y\r\n'.repeat(10_000)}\r\n`],
  ['another protocol', 'SSH-2.0-OpenSSH_9.2p1\r\n'],
  ['a length that is no number', `${head}content-length: many\r\n\r\n`],
])('%s is not a valid response', async (_what, text) => {
  const receiver = await tcpReceiver((socket) => socket.write(text));
  expect(await post(receiver.port)).toMatchObject({ answered: false, reason: 'bad_answer' });
  await expect.poll(receiver.openConnections).toBe(0);
});

test.each([
  ['at once', (socket: Socket) => socket.destroy()],
  ['with a reset', (socket: Socket) => socket.resetAndDestroy()],
  ['inside its headers', (socket: Socket) => socket.end(head)],
  ['inside its body', (socket: Socket) => socket.end(`${head}content-length: 9\r\n\r\nhalf`)],
  [
    'inside a chunk',
    (socket: Socket) => socket.end(`${head}transfer-encoding: chunked\r\n\r\n9\r\nhalf`),
  ],
])('a host that hangs up %s has not responded', async (_what, hangUp) => {
  const receiver = await tcpReceiver((socket) => {
    socket.once('data', () => hangUp(socket));
  });
  expect(await post(receiver.port)).toMatchObject({
    answered: false,
    reason: 'closed',
    message: '127.0.0.1 closed the connection before the response was complete.',
  });
});

test('closed ports and unknown names are distinguished', async () => {
  const call = { method: 'GET' } as const;
  expect(await egress.request({ ...call, url: 'http://127.0.0.1:1/' })).toMatchObject({
    reason: 'connect',
    message: '127.0.0.1 refused the connection on port 1.',
  });
  expect(await egress.request({ ...call, url: 'https://nowhere.example/' })).toMatchObject({
    reason: 'dns',
    message: 'DNS has no address for nowhere.example. Check the name.',
  });
  const silent = await egress.request({ ...call, url: 'https://silent.example/', timeoutMs: 300 });
  expect(silent).toMatchObject({ reason: 'timeout' });
});

test('a call aborted before it was sent is not sent later', async () => {
  let heard = 0;
  const receiver = await httpReceiver((_request, response) => {
    heard += 1;
    response.end();
  });
  const call = { url: `http://late.example:${receiver.port}/`, method: 'GET' } as const;
  expect(await egress.request({ ...call, timeoutMs: 100 })).toMatchObject({ reason: 'timeout' });
  await expect.poll(() => receiver.connections).toBe(1);
  expect(await egress.request(call)).toMatchObject({ status: 200 });
  expect(heard).toBe(1);
});

test('an unresponsive host uses at most eight connections and does not block others', async () => {
  const spokenTo = new Set<Socket>();
  const hanging = await tcpReceiver((socket) => socket.on('data', () => spokenTo.add(socket)));
  const quick = await httpReceiver((_request, response) => response.end('quick'));
  const held = Array.from({ length: 8 }, () => post(hanging.port, { timeoutMs: 120_000 }));
  await expect.poll(() => spokenTo.size).toBe(8);
  const waiting = Array.from({ length: 32 }, () => post(hanging.port, { timeoutMs: 700 }));
  for (let n = 0; n < 20; n++) expect(await post(quick.port)).toMatchObject({ status: 200 });
  for (const outcome of await Promise.all(waiting)) {
    expect(outcome).toMatchObject({ reason: 'timeout' });
  }
  expect(hanging.connections).toBe(8);
  for (const socket of spokenTo) socket.destroy();
  for (const outcome of await Promise.all(held))
    expect(outcome).toMatchObject({ reason: 'closed' });
  // Waiting calls were canceled in the queue, so they opened no connection.
  expect(await post(quick.port)).toMatchObject({ status: 200 });
  expect(spokenTo.size).toBe(8);
});

test('sequential calls share connections, but no cookies', async () => {
  const seen: (string | undefined)[] = [];
  const receiver = await httpReceiver((request, response) => {
    seen.push(request.headers.cookie);
    response.setHeader('set-cookie', ['a=1', 'b=2']).end();
  });
  for (let n = 0; n < 20; n++) await post(receiver.port);
  expect(seen).toEqual(Array.from({ length: 20 }));
  // The next call may start before the connection of the last one is free again.
  expect(receiver.connections).toBeLessThanOrEqual(2);
});

test('method, path, query, headers and body are sent unchanged', async () => {
  const receiver = await httpReceiver((request, response) => {
    let body = '';
    const { method, url, headers } = request;
    request
      .on('data', (part) => {
        body += part;
      })
      .on('end', () => {
        response.writeHead(418, { 'x-two': ['a', 'b'] });
        response.end(JSON.stringify({ method, url, kind: headers['content-type'], body }));
      });
  });
  const outcome = await egress.request({
    url: `http://127.0.0.1:${receiver.port}/a%20b?c=d&e#fragment`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: Buffer.from('{"ü":1}'),
  });
  expect(outcome).toMatchObject({ answered: true, status: 418, headers: { 'x-two': 'a,b' } });
  expect(JSON.parse(String((outcome as { body: Buffer }).body))).toEqual({
    method: 'POST',
    url: '/a%20b?c=d&e',
    kind: 'application/json',
    body: '{"ü":1}',
  });
});

test('a caller can abort a call, and closing aborts all of them', async () => {
  const hanging = await tcpReceiver(() => {});
  for (const signal of [AbortSignal.timeout(50), AbortSignal.abort()])
    for (const url of [`http://127.0.0.1:${hanging.port}/`, 'https://silent.example/']) {
      const outcome = await egress.request({ url, method: 'GET', signal });
      expect(outcome).toMatchObject({ reason: 'stopped' });
    }
  const other = make();
  const call = { url: `http://127.0.0.1:${hanging.port}/`, method: 'GET' } as const;
  const waiting = other.request(call);
  await expect.poll(hanging.openConnections).toBeGreaterThan(0);
  await other.close();
  expect(await waiting).toMatchObject({ answered: false, reason: 'stopped' });
  expect(await other.request(call)).toMatchObject({ answered: false, reason: 'stopped' });
});

test('a header that cannot be sent is an error of the caller and is thrown', async () => {
  await expect(post(1, { headers: { 'x-a': 'b\r\nx-c: d' } })).rejects.toThrow();
});
