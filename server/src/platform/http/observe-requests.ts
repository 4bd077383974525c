import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ApiError, unavailableReasons } from '../error.ts';
import { counter, gauge, histogram } from '../observe/metrics.ts';
import {
  runInSpan,
  SpanKind,
  SpanStatusCode,
  startRequestSpan,
  traceIdOf,
} from '../observe/tracing.ts';

/** Counts every request and, if tracing is on, runs it in a span. */
export function observeRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const started = performance.now();
    const { method } = request;
    const route = request.routeOptions.url ?? 'unknown';
    // A trace is never continued from a header: callers are not ours.
    const span = startRequestSpan(() => ({
      name: `${method} ${route}`,
      kind: SpanKind.SERVER,
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'outcrop.correlation_id': request.id,
      },
    }));
    reply.raw.once('close', () => {
      const endpoint = endpointOf(request);
      const status = reply.raw.headersSent ? String(reply.statusCode) : 'disconnected';
      requestsTotal.inc({ endpoint, method, status });
      requestSeconds.observe({ endpoint }, (performance.now() - started) / 1_000);
      if (span && reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span?.setAttribute('http.response.status_code', reply.statusCode).end();
    });
    if (!span) return done();
    request.log = request.log.child(traceIdOf(span));
    return runInSpan(span, done);
  });
}

const endpointOf = ({ routeOptions: { config, url } }: FastifyRequest): string =>
  config.route?.endpoint.id ?? url ?? 'unknown';

const requestsTotal = counter(
  'outcrop_http_requests_total',
  'Requests by endpoint (operation id, or route), method and status; `disconnected` had no response',
  ['endpoint', 'method', 'status'],
);

const requestSeconds = histogram(
  'outcrop_http_request_duration_seconds',
  'Time from the request to the end of its response',
  [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  ['endpoint'],
);

export const openRequests = gauge(
  'outcrop_http_open_requests',
  'API requests in progress, including waiting ones',
);

const refusedRequests = counter('outcrop_http_refused_total', 'Requests that got 503, by reason', [
  'reason',
]);

// From zero, so that the first refusal is an increase.
for (const reason of unavailableReasons) refusedRequests.inc({ reason }, 0);

export function countRefusedRequest({ details: { reason } }: ApiError): void {
  if (reason) refusedRequests.inc({ reason });
}
