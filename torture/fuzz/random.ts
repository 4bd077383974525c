import { seededRandom } from '../../server/test/faults/seeded-random.ts';

export interface Random {
  below: (limit: number) => number;
  chance: (share: number) => boolean;
  pick: <T>(from: readonly T[]) => T;
  /** Picks by weight. */
  weigh: <T>(from: readonly (readonly [number, T])[]) => T;
}

/** Reproducible random numbers for one request, independent of parallel requests. */
export function randomFrom(seed: number, index: number): Random {
  const random = seededRandom(seed ^ Math.imul(index + 1, 0x9e3779b1));
  const below = (limit: number) => Math.floor(random() * limit);
  return {
    below,
    chance: (share) => random() < share,
    pick: (from) => from[below(from.length)]!,
    weigh: (from) => {
      let rest = random() * from.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, item] of from) {
        rest -= weight;
        if (rest < 0) return item;
      }
      return from.at(-1)![1];
    },
  };
}
