import { sizeForRun } from '../run-size.ts';

/** Random numbers from 0 to 1 that are the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The same seed in every CI run, a new one every night, or the one from FAULT_SEED to repeat a run. */
export const chooseSeed = (): number =>
  Number(process.env.FAULT_SEED) || sizeForRun(3_984_236_586, Math.floor(Math.random() * 2 ** 32));
