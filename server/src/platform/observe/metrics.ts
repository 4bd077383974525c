import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventLoopUtilization } from 'node:perf_hooks';
import type { FastifyBaseLogger } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/**
 * All series of this process. Each is declared next to the code that it counts; docs/monitoring.md
 * lists them. Labels have few values: no ids, no paths, no host names.
 */
export const metricsRegistry = new Registry();

export const counter = <Label extends string>(name: string, help: string, labels: Label[] = []) =>
  new Counter<Label>({ name, help, labelNames: labels, registers: [metricsRegistry] });

export const gauge = <Label extends string>(name: string, help: string, labels: Label[] = []) =>
  new Gauge<Label>({ name, help, labelNames: labels, registers: [metricsRegistry] });

/** In seconds. The buckets end at the longest duration that its limits allow. */
export const histogram = <Label extends string>(
  name: string,
  help: string,
  buckets: number[],
  labels: Label[] = [],
) =>
  new Histogram<Label>({ name, help, buckets, labelNames: labels, registers: [metricsRegistry] });

let isCollecting = false;

/** CPU, memory, garbage collection and the event loop. Measuring them has a cost, so it starts here. */
export function collectProcessMetrics(): void {
  if (isCollecting) return;
  isCollecting = true;
  collectDefaultMetrics({ register: metricsRegistry });
  let last = eventLoopUtilization();
  const busy = new Counter({
    name: 'outcrop_event_loop_active_seconds_total',
    help: 'Time that the event loop was busy; its rate is the utilization, from 0 to 1',
    registers: [],
    collect() {
      const now = eventLoopUtilization();
      this.inc(eventLoopUtilization(now, last).active / 1_000);
      last = now;
    },
  });
  metricsRegistry.registerMetric(busy);
}

const poolSize = gauge('outcrop_pool_size', 'Slots of a pool, such as database connections', [
  'pool',
]);
const slotsInUse = gauge('outcrop_pool_in_use', 'Slots that are in use', ['pool']);
const waitingForSlot = gauge('outcrop_pool_waiting', 'Requests or jobs that wait for a slot', [
  'pool',
]);
const waitSeconds = histogram(
  'outcrop_pool_wait_seconds',
  'Time that a request or job waited for a slot; 0 if one was free',
  [0.001, 0.005, 0.02, 0.1, 0.5, 1, 2.5, 5, 10, 30],
  ['pool'],
);

/**
 * Creates the series of a pool at its start. A series that began with the first wait would have no
 * zero before it.
 */
export function poolMetrics(pool: string, slots: number) {
  poolSize.set({ pool }, slots);
  slotsInUse.inc({ pool }, 0);
  waitingForSlot.inc({ pool }, 0);
  return {
    inUse: slotsInUse.labels({ pool }),
    waiting: waitingForSlot.labels({ pool }),
    waitSeconds: waitSeconds.labels({ pool }),
  };
}

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
    metricsRegistry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': metricsRegistry.contentType }).end(text),
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
