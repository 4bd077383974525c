import { mostCounted } from '@outcrop/contract';

/** A list, tag or campaign this small is a good start, whatever else is asked for. */
export const fewEnough = 1_000;

/** The filters that can each name a small part of the workspace. */
export type Start = 'words' | 'list' | 'tag' | 'campaign';

/** Hits of each such filter that was given, counted up to one more than `mostCounted`. */
export type Hits = Partial<Record<Start, number>>;

/**
 * Where a search starts: from the filter with the fewest hits, if they are few enough to sort;
 * otherwise it walks the newest prospects and tries the filters on each.
 */
export function chooseStart(hits: Hits): Start | 'newest' {
  const [best] = (Object.entries(hits) as [Start, number][]).sort(([, a], [, b]) => a - b);
  return best && best[1] <= mostCounted ? best[0] : 'newest';
}
