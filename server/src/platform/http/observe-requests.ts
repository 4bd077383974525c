import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  runIn,
  SpanKind,
  SpanStatusCode,
  startRequestSpan,
  traceIdOf,
} from '../observe/tracing.ts';
import { requestSeconds, requestsTotal } from './request-metrics.ts';

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
    return runIn(span, done);
  });
}

const endpointOf = ({ routeOptions: { config, url } }: FastifyRequest): string =>
  config.route?.endpoint.id ?? url ?? 'unknown';
