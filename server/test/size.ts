/** CI repeats races and kills a few times and fills small tables. `npm run nightly` does it in full. */
const isFull = process.env['TEST_SIZE'] === 'full';

export const sized = (inCi: number, nightly: number): number => (isFull ? nightly : inCi);
