/** Below this, what was measured is noise. */
const floorMs = 20;
const rounds = 5;
const measurements = 6;
const clearlyLinear = 2.4;

/** How much CPU this process spends until the work is done. */
async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * How many times the CPU it takes to do twice as much: about 2 for linear work, 4 for quadratic. Memory
 * that is collected, and other work of the machine, make it look like more now and then, never like
 * less: the lowest of several measurements counts. Work too small to measure counts as 1.
 */
export async function cpuGrowth(work: (size: number) => unknown, size: number): Promise<number> {
  await work(size);
  let lowest = Number.POSITIVE_INFINITY;
  for (let measured = 0; measured < measurements && lowest > clearlyLinear; measured++)
    lowest = Math.min(lowest, await measureGrowth(work, size));
  return lowest;
}

async function measureGrowth(work: (size: number) => unknown, size: number): Promise<number> {
  let [once, twice] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < rounds; round++) {
    once = Math.min(once, await cpuMs(() => work(size)));
    twice = Math.min(twice, await cpuMs(() => work(size * 2)));
    if (twice < floorMs) return 1;
  }
  return twice / Math.max(once, floorMs / 2);
}
