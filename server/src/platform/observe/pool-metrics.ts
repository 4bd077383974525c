import { gauge, histogram } from './metrics.ts';

const size = gauge('outcrop_pool_size', 'Slots of a pool, such as database connections', ['pool']);
const inUse = gauge('outcrop_pool_in_use', 'Slots that are in use', ['pool']);
const waiting = gauge('outcrop_pool_waiting', 'Requests or jobs that wait for a slot', ['pool']);
const waitSeconds = histogram(
  'outcrop_pool_wait_seconds',
  'Time that a request or job waited for a slot; 0 if one was free',
  [0.001, 0.005, 0.02, 0.1, 0.5, 1, 2.5, 5, 10, 30],
  ['pool'],
);

/** The series of one pool, from its start: a series that appears with the first wait shows no zero before. */
export function poolMetrics(pool: string, slots: number) {
  size.set({ pool }, slots);
  inUse.inc({ pool }, 0);
  waiting.inc({ pool }, 0);
  return {
    inUse: inUse.labels({ pool }),
    waiting: waiting.labels({ pool }),
    waitSeconds: waitSeconds.labels({ pool }),
  };
}
