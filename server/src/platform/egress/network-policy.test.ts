import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type EgressProtocol, NetworkPolicy } from './network-policy.ts';

const none = new NetworkPolicy([]);
const permits = (networks: NetworkPolicy, address: string, protocol: EgressProtocol, port = 443) =>
  networks.permits(address, { protocol, port });

/** The blocks that IANA reserves for special use, with the first and last address of each. */
test.each([
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.31.196.0', '192.31.196.255'],
  ['192.52.193.0', '192.52.193.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['192.175.48.0', '192.175.48.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '239.255.255.255'],
  ['240.0.0.0', '255.255.255.255'],
  ['::', '::ffff:ffff:ffff'],
  ['64:ff9b::', '64:ff9b::ffff:ffff'],
  ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['100::', '100:0:0:1:ffff:ffff:ffff:ffff'],
  ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
])('no address from %s to %s is public', (first, last) => {
  expect([none.classify(first), none.classify(last)]).toEqual(['forbidden', 'forbidden']);
});

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:80b::200e',
])('%s is public: https is allowed, and plain http is not', (address) => {
  expect(none.classify(address)).toBe('public');
  expect(
    (['https:', 'http:'] as const).map((protocol) => permits(none, address, protocol)),
  ).toEqual([true, false]);
});

test.each(['', 'example.com', '1.1.1.1 ', '1.1.1.1/32', '::1%lo'])(
  '"%s" is not an address that may be called',
  (text) => {
    expect(none.classify(text)).toBe('forbidden');
  },
);

test('an IPv4-mapped IPv6 address is treated as IPv4', () => {
  const octet = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(fc.tuple(octet, octet, octet, octet), (octets) => {
      const [a, b, c, d] = octets as [number, number, number, number];
      const mapped = `::ffff:${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
      const networks = new NetworkPolicy(['10.0.0.0/8', '8.0.0.0/7']);
      expect(networks.classify(mapped)).toBe(networks.classify(octets.join('.')));
    }),
    { numRuns: 2_000 },
  );
});

test('a network that the operator allowed is reachable, and adjacent ones are not', () => {
  const networks = new NetworkPolicy(['10.20.0.0/16', '127.0.0.9/32', 'fd00:1::/32']);
  const inside = ['10.20.0.0', '10.20.255.255', '127.0.0.9', '::ffff:10.20.1.1', 'fd00:1::7'];
  const outside = ['10.19.255.255', '10.21.0.0', '127.0.0.8', 'fd00:2::7', '::1'];
  for (const address of inside) expect(permits(networks, address, 'http:')).toBe(true);
  for (const address of outside) expect(permits(networks, address, 'https:')).toBe(false);
});

test.each([
  ['8.8.8.8', [25, 143, 465, 587, 993, 2525]],
  ['10.20.0.1', [22, 25, 80, 143, 443, 465, 587, 993, 2525, 5432]],
  ['10.21.0.1', []],
])('without HTTP, %s is reached at the ports %j', (address, reached) => {
  const networks = new NetworkPolicy(['10.20.0.0/16']);
  const ports = [22, 25, 80, 143, 443, 465, 587, 993, 2525, 5432];
  expect(ports.filter((port) => permits(networks, address, 'tls:', port))).toEqual(reached);
});
