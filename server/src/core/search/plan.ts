import { activeFilters, type Filters } from './filters.sql.ts';
import type { Plan, SearchLimits } from './search.sql.ts';
import { commonTo, type Start } from './starts.sql.ts';

export const isEmpty = (filters: Filters): boolean => activeFilters(filters).length === 0;

const fewestFirst = (found: Start[]): Start[] => found.toSorted((a, b) => a.hits - b.hits);

/** Each reads up to ten thousand entries of an index. */
const maxCombined = 4;
/** Looking up a prospect costs about as much as reading so many entries of an index. */
const entriesPerLookUp = 20;

/** What the starts with few hits have in common, as far as reading more of them is worth it. */
function fewestOf(found: Start[], limits: SearchLimits): Start | undefined {
  const few = fewestFirst(found).filter(
    ({ hits }, _, [fewest]) =>
      hits <= limits.total && hits <= Math.max(1, fewest!.hits) * entriesPerLookUp,
  );
  return few.length > 1 ? commonTo(few.slice(0, maxCombined)) : few[0];
}

/**
 * A search starts from the filters with the fewest hits. If they are few, it checks and sorts them all.
 * Otherwise it checks prospects in order, until the page is full.
 */
export function planById(filters: Filters, found: Start[], limits: SearchLimits): Plan {
  const inOrder = fewestFirst(found).find(({ isSorted }) => isSorted);
  if (inOrder && isEmpty(inOrder.rest(filters))) return { from: inOrder, isSmall: false, rest: {} };
  const few = fewestOf(found, limits);
  const rest = few?.rest(filters) ?? filters;
  const maxSmall = inOrder && !isEmpty(rest) ? limits.small : limits.total;
  if (few && few.hits <= maxSmall) return { from: few, isSmall: true, rest };
  return inOrder
    ? { from: inOrder, isSmall: false, rest: inOrder.rest(filters) }
    : { from: null, isSmall: false, rest: filters };
}

/** In an order that is not that of the ids. Hits of a start are not in it, so they are all sorted. */
export function planInOrder(
  filters: Filters,
  found: Start[],
  all: number,
  limits: SearchLimits,
): Plan {
  const few = fewestOf(found, limits);
  // Among so many, the first hits in order are soon found.
  const isDense = few !== undefined && few.hits > limits.small && few.hits > all / 20;
  return few && !isDense
    ? { from: few, isSmall: true, rest: few.rest(filters) }
    : { from: null, isSmall: false, rest: filters };
}

const maxRatio = 4;

/** Starts that answer all filters, if none has many times the hits of another. */
export function similarStarts(filters: Filters, found: Start[]): Start[] | null {
  const starts = found.filter(({ isSorted, isExact }) => isSorted && isExact);
  if (starts.length < 2 || !isEmpty(commonTo(starts).rest(filters))) return null;
  const hits = starts.map((start) => start.hits);
  return Math.max(...hits) <= maxRatio * Math.min(...hits) ? starts : null;
}
