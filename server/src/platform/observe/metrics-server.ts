import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { collectProcessMetrics, registry } from './metrics.ts';

interface MetricsServer {
  stop: () => Promise<void>;
}

interface MetricsConfig {
  METRICS_HOST: string;
  METRICS_PORT?: number | undefined;
}

/** Serves the metrics on a port of their own, if one is set. Callers of the API cannot reach it. */
export async function startMetricsServer(
  { METRICS_HOST: host, METRICS_PORT: port }: MetricsConfig,
  log: FastifyBaseLogger,
): Promise<MetricsServer | undefined> {
  if (port === undefined) return undefined;
  collectProcessMetrics();
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response
        .writeHead(404, { 'content-type': 'text/plain' })
        .end('The metrics are at /metrics.\n');
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const { port: chosen } = server.address() as AddressInfo;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${chosen}/metrics`;
  log.info({ url }, 'metrics');
  return {
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
