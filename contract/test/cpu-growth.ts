/** Shorter measurements are noise. */
const floorMs = 20;
const rounds = 3;
const measurements = 8;
const factor = 8;
const clearlyLinear = 1.3;

/** The largest accepted growth. Large texts do not fit into caches, so linear work can exceed 1. */
export const linear = 1.5;

async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * How CPU time grows with the size of the work, as an exponent: about 1 for linear work, 2 for
 * quadratic. It is measured from an eighth of the size to the whole, because caches and garbage
 * collection can distort a single doubling. Other load only ever increases it, so the lowest of
 * several measurements counts. Work too small to measure counts as 0.
 */
export async function cpuGrowth(work: (size: number) => unknown, size: number): Promise<number> {
  // The first run is the slowest, because nothing is compiled yet.
  if ((await cpuMs(() => work(size))) < floorMs) return 0;
  let lowest = Number.POSITIVE_INFINITY;
  for (let measured = 0; measured < measurements && lowest > clearlyLinear; measured++)
    lowest = Math.min(lowest, await measureGrowth(work, size));
  return lowest;
}

async function measureGrowth(work: (size: number) => unknown, size: number): Promise<number> {
  let [part, whole] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < rounds; round++) {
    part = Math.min(part, await cpuMs(() => work(size / factor)));
    whole = Math.min(whole, await cpuMs(() => work(size)));
    if (whole < floorMs) return 0;
  }
  return Math.log(whole / Math.max(part, floorMs / factor)) / Math.log(factor);
}
