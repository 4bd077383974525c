import type { ValuePosition } from '../../platform/cursor.ts';
import { activeFilters } from './filters.sql.ts';
import { isEmpty, similarStarts } from './plan.ts';
import * as store from './search.sql.ts';
import { sortOf } from './sort.sql.ts';
import * as starts from './starts.sql.ts';

interface Total {
  count: number;
  isCapped: boolean;
}

const capped = (count: number, max: number): Total => ({
  count: Math.min(count, max),
  isCapped: count > max,
});

/** The total of a search that checks prospects in order. A single filter, or none, is counted already. */
export async function countBroad(search: store.Search, found: starts.Start[]): Promise<Total> {
  const { tx, filters, limits } = search;
  const active = activeFilters(filters);
  if (active.length === 0) return capped(await starts.countAll(tx), limits.total);
  const isAlone = active.length === 1;
  const whole = found.find(({ rest }) => isEmpty(rest(filters)));
  if (whole) return capped(whole.hits, limits.total);
  // A single filter without an index is cheap to check.
  const [max, scanned] =
    isAlone && found.length === 0
      ? [limits.total, limits.lookedUp]
      : [limits.broadTotal, limits.counted];
  const byId = { ...search, sort: sortOf('-createdAt') };
  const similar = similarStarts(filters, found);
  if (similar) {
    const isCapped = similar.every(({ hits }) => hits > scanned);
    const count = await store.countCommon(byId, similar, scanned);
    return { count: Math.min(count, max), isCapped: isCapped || count > max };
  }
  const count = await store.countHits(byId, max + 1, scanned);
  if (count > max) return { count: max, isCapped: true };
  return { count, isCapped: (await store.scanLimitPosition(byId, null, scanned)) !== null };
}

/** The only page of a search is its own total. */
export function countedByPage(
  { skip, take }: store.Page,
  hits: store.Hit[],
  last: ValuePosition | null,
): Total | null {
  const isOnly = skip === 0 && hits.length < take && last === null;
  return isOnly ? { count: hits.length, isCapped: false } : null;
}

/** A total that was not counted to its end is no less than the hits up to this page, within its limit. */
export const withShown = (
  { count, isCapped }: Total,
  { limits }: store.Search,
  { skip, take }: store.Page,
  hits: store.Hit[],
): Total => {
  const shown = hits.length === 0 ? 0 : skip + Math.min(hits.length, take - 1);
  return {
    count: isCapped ? Math.max(count, Math.min(shown, limits.broadTotal)) : count,
    isCapped,
  };
};

export async function countSmall(search: store.Search, hits: store.Hit[]): Promise<Total> {
  const { total } = search.limits;
  const count = hits[0]?.total ?? (await store.countHits(search, total, total));
  return { count, isCapped: false };
}
