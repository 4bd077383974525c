import { maxExactTotal } from '@outcrop/contract';

/** A list, tag or campaign of this size is always a good start. */
export const smallGroupSize = 1_000;

/** The filters that can select a small part of the workspace. */
export type StartFilter = 'words' | 'list' | 'tag' | 'campaign';

/** Hits of each active start filter, counted up to `maxCounted` + 1. */
export type Hits = Partial<Record<StartFilter, number>>;

/**
 * A search starts from the filter with the fewest hits, if they are few enough to sort. Otherwise
 * it scans the newest prospects and checks the filters on each.
 */
export function chooseStart(hits: Hits): StartFilter | 'newest' {
  const [best] = (Object.entries(hits) as [StartFilter, number][]).sort(([, a], [, b]) => a - b);
  return best && best[1] <= maxExactTotal ? best[0] : 'newest';
}
