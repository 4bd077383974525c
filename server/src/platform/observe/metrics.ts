import { eventLoopUtilization } from 'node:perf_hooks';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/**
 * All series of this process. Each is declared next to the code that it counts; docs/monitoring.md
 * lists them. Labels have few values: no ids, no paths, no host names.
 */
export const registry = new Registry();

export const counter = <Label extends string>(name: string, help: string, labels: Label[] = []) =>
  new Counter<Label>({ name, help, labelNames: labels, registers: [registry] });

export const gauge = <Label extends string>(name: string, help: string, labels: Label[] = []) =>
  new Gauge<Label>({ name, help, labelNames: labels, registers: [registry] });

/** In seconds. The buckets end at the longest duration that its limits allow. */
export const histogram = <Label extends string>(
  name: string,
  help: string,
  buckets: number[],
  labels: Label[] = [],
) => new Histogram<Label>({ name, help, buckets, labelNames: labels, registers: [registry] });

let isCollecting = false;

/** CPU, memory, garbage collection and the event loop. Measuring them has a cost, so it starts here. */
export function collectProcessMetrics(): void {
  if (isCollecting) return;
  isCollecting = true;
  collectDefaultMetrics({ register: registry });
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
  registry.registerMetric(busy);
}
