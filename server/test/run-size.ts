/** CI repeats races and kills a few times and fills small tables. `npm run nightly` does it in full. */
export const isFull = process.env['TEST_SIZE'] === 'full';

export const sizeForRun = (inCi: number, nightly: number): number => (isFull ? nightly : inCi);

/** A test has the usual time in CI, and more if `npm run nightly` runs all of its rounds. */
export const timeoutForRun = (nightlyMs: number, inCiMs = 30_000): number =>
  sizeForRun(inCiMs, nightlyMs);
