import type { FastifyBaseLogger, FastifyRequest } from 'fastify';

const hourMs = 3_600_000;

/**
 * Behind a proxy that TRUSTED_PROXIES does not name, everyone comes from one address, and one client can
 * use up what is allowed from there. Anyone can send the header, so the line is written once an hour.
 */
export function untrustedProxyWarning(log: FastifyBaseLogger): (request: FastifyRequest) => void {
  let last = Number.NEGATIVE_INFINITY;
  return ({ headers, ips }) => {
    if (headers['x-forwarded-for'] === undefined || (ips?.length ?? 0) > 1) return;
    if (performance.now() - last < hourMs) return;
    last = performance.now();
    log.warn(
      'X-Forwarded-For came from an address that TRUSTED_PROXIES does not list, and is ignored. If that is your ' +
        'proxy, list it: until then all its clients share the limits of one address.',
    );
  };
}
