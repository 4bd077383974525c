import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/**
 * The key for limits by address: the IPv4 address, or the /64 of an IPv6 address, since one client
 * usually has a whole /64.
 */
export function clientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const ip = ipaddr.process(address);
  if (ip.kind() === 'ipv4') return ip.toString();
  const [network] = ipaddr.IPv6.networkAddressFromCIDR(
    `${ip.toNormalizedString().split('%')[0]}/64`,
  )
    .toString()
    .split('%');
  return `${network}/64`;
}

const hourMs = 3_600_000;

/**
 * Behind a proxy that is missing in TRUSTED_PROXIES, all clients share one address and its limits.
 * Logged at most once an hour, since anyone can send the header.
 */
export function untrustedProxyWarning(log: FastifyBaseLogger): (request: FastifyRequest) => void {
  let last = Number.NEGATIVE_INFINITY;
  return ({ headers, ips }) => {
    if (headers['x-forwarded-for'] === undefined || (ips?.length ?? 0) > 1) return;
    if (performance.now() - last < hourMs) return;
    last = performance.now();
    log.warn(
      'X-Forwarded-For from an address not listed in TRUSTED_PROXIES was ignored. If that is your ' +
        'proxy, list it: until then all its clients share the limits of one address.',
    );
  };
}
