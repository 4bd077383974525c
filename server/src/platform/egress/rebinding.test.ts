import { createServer } from 'node:net';
import { Agent } from 'undici';
import { afterAll, expect, test } from 'vitest';
import { startDnsServer } from '../../../test/dns-server.ts';
import { httpReceiver } from '../../../test/test-receiver.ts';
import { CallFailure } from './call-failure.ts';
import { Egress } from './egress.ts';
import { guardedConnector } from './guarded-socket.ts';
import { NetworkPolicy } from './network-policy.ts';

/** The outside address is allowed, the inside one is not. Rebinding needs the same port on both. */
const [outside, inside] = ['127.0.0.2', '127.0.0.1'];
const allow = [`${outside}/32`];
const trap = await httpReceiver((_request, response) => response.end('inside'), { host: inside });
const target = await httpReceiver(
  (_request, response) => response.setHeader('connection', 'close').end('outside'),
  { host: outside, port: trap.port },
);

/** Each name resolves to the outside address first, and to the inside one from then on. */
const known = new Set<string>();
const dns = await startDnsServer((name, type) => {
  if (type === 'AAAA') return [];
  if (name.startsWith('mixed')) return [inside, outside];
  const isKnown = known.has(name);
  known.add(name);
  return [isKnown ? inside : outside];
});
const egress = new Egress({ allow, nameServers: [dns.address] });
afterAll(() => egress.close());
const at = (name: string) => `http://${name}:${target.port}/`;

test('a name that changes to a private address after its check uses the checked address, then is rejected', async () => {
  const before = trap.connections;
  const first = await egress.request({ url: at('turning.example'), method: 'GET' });
  expect(first).toMatchObject({ answered: true, body: Buffer.from('outside') });
  expect(dns.queries.filter((question) => question.includes('turning'))).toHaveLength(2);
  for (let again = 0; again < 5; again++)
    expect(await egress.request({ url: at('turning.example'), method: 'GET' })).toMatchObject({
      answered: false,
      reason: 'forbidden_target',
    });
  expect(trap.connections).toBe(before);
});

test('for a name with public and private addresses only the public one is used', async () => {
  const before = trap.connections;
  const calls = Array.from({ length: 20 }, (_, n) =>
    egress.request({ url: at(`mixed-${n}.example`), method: 'GET' }),
  );
  for (const answer of await Promise.all(calls))
    expect(answer).toMatchObject({ answered: true, body: Buffer.from('outside') });
  expect(trap.connections).toBe(before);
});

test('nothing is sent on a connection that reached a private address', async () => {
  const heard: Buffer[] = [];
  const server = createServer((socket) => socket.on('data', (bytes) => heard.push(bytes)));
  await new Promise<void>((resolve) => server.listen(0, inside, resolve));
  afterAll(() => server.close());
  const { port } = server.address() as { port: number };
  // The resolver returns an allowed address, but sockets connect to an IP address without it.
  const names = { addressesOf: async () => [outside] };
  const agent = new Agent({
    connect: guardedConnector({ resolver: names, networks: new NetworkPolicy(allow) }),
  });
  afterAll(() => agent.destroy());
  for (const protocol of ['http', 'https']) {
    const asked = agent.request({
      origin: `${protocol}://${inside}:${port}`,
      path: '/',
      method: 'GET',
    });
    await expect(asked).rejects.toThrow(CallFailure);
    await expect(asked).rejects.toMatchObject({ reason: 'forbidden_target' });
  }
  expect(heard).toEqual([]);
});
