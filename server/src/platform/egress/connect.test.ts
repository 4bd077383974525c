import type { Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { startConnectProxy } from '../../../test/connect-proxy.ts';
import { startDnsServer } from '../../../test/dns-server.ts';
import { tcpReceiver } from '../../../test/test-receiver.ts';
import { trackTransaction } from '../transaction-guard.ts';
import { CallFailure } from './call-failure.ts';
import { Egress, type EgressOptions } from './egress.ts';
import { openGuardedSocket } from './guarded-socket.ts';
import { NetworkPolicy } from './network-policy.ts';

const listener = await tcpReceiver((socket) => socket.end('220 ready\r\n'));
const { port } = listener;
const known = new Set<string>();
const dns = await startDnsServer((name, type) => {
  if (type === 'AAAA') return [];
  if (name === 'private.example') return ['127.0.0.1'];
  if (name === 'mixed.example') return ['10.0.0.1', '93.184.215.14'];
  if (name !== 'turning.example') return [];
  const isKnown = known.has(name);
  known.add(name);
  return [isKnown ? '127.0.0.1' : '93.184.215.14'];
});

const egress = (options: Partial<EgressOptions>): Egress => {
  const made = new Egress({ allow: [], nameServers: [dns.address], ...options });
  afterAll(() => made.close());
  return made;
};
const open = egress({ allow: ['0.0.0.0/0', '::/0'] });

test.each([
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '①②⑦.⓪.⓪.①',
  '::ffff:127.0.0.1',
  'localhost',
  'private.example',
])('%s is this machine, and no connection is made unless its network is allowed', async (host) => {
  const before = listener.connections;
  for (const allowPlain of [true, false])
    await expect(egress({}).connect({ host, port, allowPlain })).rejects.toMatchObject({
      reason: 'forbidden_target',
    });
  expect(listener.connections).toBe(before);

  const socket = await open.connect({ host, port, allowPlain: true });
  expect(await read(socket)).toBe('220 ready\r\n');
});

test.each(['10.0.0.1', '169.254.169.254', '100.64.0.1', '::1', 'fe80::1', '64:ff9b::a9fe:a9fe'])(
  '%s is not passed to the proxy',
  async (host) => {
    const proxy = await startConnectProxy(port);
    const guarded = egress({ proxy: proxy.url });
    await expect(guarded.connect({ host, port: 587 })).rejects.toThrow('EGRESS_ALLOW');
    expect(proxy.targets).toEqual([]);
  },
);

test('a public host is reached through the proxy, by its address', async () => {
  const proxy = await startConnectProxy(port);
  const guarded = egress({ proxy: proxy.url });
  const socket = await guarded.connect({ host: 'mixed.example', port: 587 });
  expect(await read(socket)).toBe('220 ready\r\n');
  expect(proxy.targets).toEqual(['93.184.215.14:587']);
});

test('a public host may not be reached without encryption', async () => {
  const proxy = await startConnectProxy(port);
  const guarded = egress({ proxy: proxy.url });
  await expect(
    guarded.connect({ host: 'mixed.example', port: 25, allowPlain: true }),
  ).rejects.toThrow('without encryption');
  expect(proxy.targets).toEqual([]);
});

test('a name that changes to a private address is rejected', async () => {
  const proxy = await startConnectProxy(port);
  const guarded = egress({ proxy: proxy.url });
  (await guarded.connect({ host: 'turning.example', port: 465 })).destroy();
  await expect(guarded.connect({ host: 'turning.example', port: 465 })).rejects.toMatchObject({
    reason: 'forbidden_target',
  });
});

test('a connection that reached another address than the checked one is closed', async () => {
  const deps = {
    resolver: { addressesOf: async () => ['127.0.0.2'] },
    networks: new NetworkPolicy(['127.0.0.2/32']),
  };
  const target = { host: '127.0.0.1', port, protocol: 'tcp:' } as const;
  await expect(openGuardedSocket(deps, target)).rejects.toThrow(CallFailure);
  await expect.poll(listener.openConnections).toBe(0);
});

test.each([
  ['', 587],
  ['user@mail.example', 587],
  ['mail.example/path', 587],
  ['mail.example?', 587],
  ['mail.example#', 587],
  ['mail.example\r\nHELO', 587],
  ['mail example', 587],
  ['127.0.0.1:25', 587],
  ['[::1]:25', 587],
  ['x'.repeat(100_000), 587],
  ['mail.example', 0],
  ['mail.example', 65_536],
  ['mail.example', 5.5],
  ['mail.example', Number.NaN],
])('%s with port %d is not connected to', async (host, badPort) => {
  await expect(open.connect({ host, port: badPort, allowPlain: true })).rejects.toMatchObject({
    reason: 'forbidden_target',
  });
});

test('no connection is opened while a transaction is open', async () => {
  const before = listener.connections;
  const { result, close } = trackTransaction(() => open.connect({ host: '127.0.0.1', port }));
  await expect(result).rejects.toThrow('while a transaction was open');
  close();
  expect(listener.connections).toBe(before);
});

const read = async (socket: Socket): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of socket) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
};
