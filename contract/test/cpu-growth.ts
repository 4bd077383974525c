/** Shorter measurements are noise. */
const floorMs = 20;
const rounds = 5;
const measurements = 6;
const clearlyLinear = 2.4;

async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * CPU time for twice the work, relative to once: about 2 for linear work, 4 for quadratic.
 * Garbage collection and other load only ever increase it, so the lowest of several measurements
 * counts. Work too small to measure counts as 1.
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
