import { afterAll, expect, test } from 'vitest';
import { startConnectProxy } from '../../../test/connect-proxy.ts';
import { startDnsServer } from '../../../test/dns-server.ts';
import { httpReceiver } from '../../../test/test-receiver.ts';
import { Egress, type EgressOptions } from './egress.ts';

/** Counts all connections to this machine, by IPv4 or IPv6. */
const listener = await httpReceiver((_request, response) => response.end('reached'), {
  host: '::',
});
const dns = await startDnsServer((name, type) => names[`${type} ${name}`] ?? []);
const names: Record<string, string[]> = {
  'A private.example': ['127.0.0.1'],
  'AAAA private-6.example': ['::1'],
  'AAAA mapped.example': ['::ffff:127.0.0.1'],
  'A zero.example': ['0.0.0.0'],
  'A twice.example': ['10.0.0.1', '127.0.0.1'],
  'A three.private.example': ['127.0.0.3'],
};

const egress = (options: Partial<EgressOptions>): Egress => {
  const made = new Egress({ allow: [], nameServers: [dns.address], ...options });
  afterAll(() => made.close());
  return made;
};
const everything = ['0.0.0.0/0', '::/0'];
const refused = { answered: false, reason: 'forbidden_target', message: expect.any(String) };

const thisMachine = [
  '127.0.0.1',
  '127.1',
  '127.0.0.1.',
  '2130706433',
  '0x7f000001',
  '017700000001',
  '１２７.０.０.１',
  '%31%32%37.0.0.1',
  '0',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::]',
  'localhost',
  'deep.localhost',
  'private.example',
  'private-6.example',
  'mapped.example',
  'zero.example',
];

test.each(thisMachine)('%s resolves to this machine, and no connection is made', async (host) => {
  const before = listener.connections;
  for (const protocol of ['https', 'http']) {
    const url = `${protocol}://${host}:${listener.port}/`;
    expect(await egress({}).request({ url, method: 'POST', body: '{}' })).toMatchObject(refused);
  }
  expect(listener.connections).toBe(before);

  const open = egress({ allow: everything });
  const answer = await open.request({ url: `http://${host}:${listener.port}/`, method: 'GET' });
  expect(answer).toMatchObject({ answered: true, status: 200 });
  expect(listener.connections).toBe(before + 1);
});

const elsewhere = [
  '10.0.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '2852039166',
  '0251.0376.0251.0376',
  '100.64.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '[::ffff:10.0.0.1]',
  '[::ffff:a9fe:a9fe]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::a9fe:a9fe]',
  '[2002:a9fe:a9fe::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  'twice.example',
];

test.each(elsewhere)('%s is not public, and no connection is attempted', async (host) => {
  const proxy = await startConnectProxy();
  const url = `https://${host}/`;
  const call = { url, method: 'POST', body: '{}' } as const;
  expect(await egress({ proxy: proxy.url }).request(call)).toMatchObject(refused);
  expect(proxy.targets).toEqual([]);

  const open = egress({ proxy: proxy.url, allow: everything });
  expect(await open.request(call)).toMatchObject({ answered: false, reason: 'proxy' });
  expect(proxy.targets).not.toEqual([]);
});

test.each([
  ['a host before the @', (host: string) => `http://example.com@${host}/`],
  ['a host after a backslash and @', (host: string) => `http://${host}\\@example.com/`],
  ['a scheme without slashes', (host: string) => `http:${host}`],
  ['backslashes for slashes', (host: string) => `http:\\\\${host}\\`],
  ['tabs and line ends', (host: string) => `ht\ntp://12\t7.0.0.1:${host.split(':')[1]}/`],
])('a URL with %s does not bypass the check', async (_what, write) => {
  const before = listener.connections;
  const url = write(`127.0.0.1:${listener.port}`);
  expect(await egress({}).request({ url, method: 'GET' })).toMatchObject(refused);
  expect(listener.connections).toBe(before);
});

test.each(['user@', ':word@', 'user:word@'])(
  'a URL with %s is not called, even if its host is allowed',
  async (credentials) => {
    const before = listener.connections;
    const url = `http://${credentials}127.0.0.1:${listener.port}/`;
    const open = egress({ allow: everything });
    expect(await open.request({ url, method: 'GET' })).toMatchObject({
      ...refused,
      message: 'The URL contains a user name or password. Remove it.',
    });
    expect(listener.connections).toBe(before);
  },
);

test.each([
  'http://[::1%25lo]/',
  'http://[fe80::1%25eth0]/',
  'http://256.256.256.256/',
  'http://127.0.0.1:99999/',
  'ftp://example.com/',
  'file:///etc/hostname',
  'gopher://127.0.0.1:6379/_FLUSHALL',
  'ws://127.0.0.1/',
  'data:text/plain,hello',
  'javascript:alert(1)',
  '//example.com/',
  'example.com',
  '',
])('"%s" is not called', async (url) => {
  expect(await egress({ allow: everything }).request({ url, method: 'GET' })).toMatchObject(
    refused,
  );
  expect(egress({ allow: everything }).urlProblem(url)).toEqual(expect.any(String));
});

test.each([301, 302, 303, 307, 308])(
  '%d is returned as the response, and the redirect is not followed',
  async (status) => {
    const inside = `http://127.0.0.1:${listener.port}/`;
    const receiver = await httpReceiver(
      (_request, response) => response.writeHead(status, { location: inside }).end(),
      { host: '127.0.0.2' },
    );
    const before = listener.connections;
    const url = `http://127.0.0.2:${receiver.port}/`;
    // Both hosts are allowed, so that only the redirect is tested.
    const open = egress({ allow: everything });
    expect(await open.request({ url, method: 'POST', body: '{}' })).toMatchObject({
      answered: true,
      status,
      headers: { location: inside },
    });
    expect(listener.connections).toBe(before);
    expect(await (await fetch(url)).text()).toBe('reached');
  },
);

test('targets rejected without a DNS lookup are reported in advance', () => {
  const guarded = egress({ allow: ['10.1.0.0/16'] });
  expect(guarded.urlProblem('https://example.com/hook')).toBeUndefined();
  expect(guarded.urlProblem('http://10.1.2.3/hook')).toBeUndefined();
  expect(guarded.urlProblem('https://93.184.215.14/hook')).toBeUndefined();
  expect(guarded.urlProblem('http://93.184.215.14/hook')).toContain('plain http');
  expect(guarded.urlProblem('https://10.2.2.3/hook')).toContain('EGRESS_ALLOW');
  expect(guarded.urlProblem('https://me:pw@example.com/')).toContain('Remove it');
});

test('a rejection reveals neither the resolved address nor the URL', async () => {
  const url = 'https://twice.example/services/T0/canary?key=canary';
  const refusal = await egress({}).request({ url, method: 'GET' });
  expect(JSON.stringify(refusal)).not.toMatch(/canary|10\.0|127\.0/);
});
