import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const maxStolen = 0.05;
const maxAttempts = 6;
const pauseMs = 20_000;

/**
 * Repeats a measurement while the host takes CPU time for other machines. The last attempt counts in any
 * case.
 */
export async function runUndisturbed<T>(
  work: () => Promise<T>,
): Promise<{ result: T; stolen: number }> {
  for (let attempt = 1; ; attempt++) {
    const before = cpuTicks();
    const [outcome] = await Promise.allSettled([work()]);
    const after = cpuTicks();
    const stolen = (after.stolen - before.stolen) / (after.all - before.all);
    if (stolen > maxStolen && attempt < maxAttempts) {
      await sleep(pauseMs);
      continue;
    }
    if (outcome.status === 'rejected') throw outcome.reason;
    return { result: outcome.value, stolen };
  }
}

/** CPU time since the machine started, in ticks. */
function cpuTicks(): { all: number; stolen: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const ticks = line.split(/\s+/).slice(1, 9).map(Number);
  return { all: ticks.reduce((sum, each) => sum + each, 0), stolen: ticks[7]! };
}
