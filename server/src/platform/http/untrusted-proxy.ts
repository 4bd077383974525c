import type { FastifyBaseLogger, FastifyRequest } from 'fastify';

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
