import {
  maxBroadTotal,
  maxExactTotal,
  type ProspectFilter,
  type ProspectSort,
  type Stage,
} from '@outcrop/contract';
import type { SourceType } from './field-rules.ts';
import type { QueryWord, WordRange } from './word-rules.ts';

/** The filters of a plan. A missing filter matches everything. Of several values, one must match. */
export interface PlanFilters {
  words?: QueryWord[] | undefined;
  /** The requested prospects, or those whose email or LinkedIn URL is the query, instead of its words. */
  ids?: string[] | undefined;
  list?: string[] | undefined;
  tag?: string[] | undefined;
  campaign?: string[] | undefined;
  stage?: Stage[] | undefined;
  company?: string | undefined;
  /** A user, or `none`. */
  owner?: string | undefined;
  source?: SourceType[] | undefined;
  enrichmentStatus?: ProspectFilter['enrichmentStatus'];
  hasEmail?: boolean | undefined;
  hasLinkedin?: boolean | undefined;
  hasPhone?: boolean | undefined;
  doNotContact?: boolean | undefined;
  updatedFrom?: Date | undefined;
  updatedBefore?: Date | undefined;
  /** Bounds of the ids, which begin with the time of creation. Every index answers them. */
  fromId?: string | undefined;
  beforeId?: string | undefined;
}

/** An index that answers a filter, and how many prospects it finds. The kind is the filter. */
export type IndexProbe = {
  /** Stored, or counted up to one more than needed. */
  hits: number;
  /** Whether `hits` counts every prospect once. */
  isExact: boolean;
  /** Whether the index returns the prospects in the order of their ids. */
  isSorted: boolean;
} & (
  | { kind: 'list' | 'tag' | 'campaign' | 'stage' | 'company' | 'owner' | 'ids' }
  /** A range of words, with its distinct words if they are few. */
  | { kind: 'words'; word: QueryWord; range: WordRange; words: string[] }
);

/** The source of the prospects that a search checks. */
export type ProspectSource =
  /** Checks and sorts the prospects that all these indexes have, up to `maxEntries`. */
  | { kind: 'allOfIndexes'; indexes: IndexProbe[]; maxEntries?: number }
  /** Checks the prospects of one index, in the order of their ids, until a page is full. */
  | { kind: 'indexInOrder'; index: IndexProbe }
  /** Checks the prospects of the workspace, in the order of the search, until a page is full. */
  | { kind: 'workspaceInOrder' };

/** How the hits are counted, up to a maximum. */
type TotalPlan = { maxTotal: number } & (
  | { kind: 'byPage' }
  /** All prospects of the workspace are hits. */
  | { kind: 'byWorkspace' }
  | { kind: 'byProbe'; hits: number }
  /** The first entries of these indexes are intersected. */
  | { kind: 'byIntersection'; indexes: IndexProbe[]; maxChecked: number }
  /** The first prospects of the source are checked. */
  | { kind: 'byCheck'; maxChecked: number }
);

export interface SearchPlan {
  filters: PlanFilters;
  sort: ProspectSort;
  source: ProspectSource;
  /** The filters that the source does not answer. */
  rest: PlanFilters;
  /** How many prospects a page checks at most. Null: each one is a hit. */
  maxChecked: number | null;
  total: TotalPlan;
  /** Whether its statements are few and frequent enough to stay prepared. */
  isPrepared: boolean;
}

/** Limits of the cost of a search. */
export interface SearchLimits {
  /** The largest total. An index with no more prospects may be read and sorted as a whole. */
  total: number;
  /** The largest total if every filter has more than `total` hits. */
  broadTotal: number;
  /** An index with more prospects is checked in order if that is possible, and not as a whole. */
  small: number;
  /**
   * How many prospects a search checks in order, the same for every page. After a search that reached
   * it, later page numbers are empty and only the cursor continues. Nothing to check means no limit.
   */
  scanned: number;
  /** Like `scanned`, for prospects of an index, which are looked up one by one. */
  lookedUp: number;
  /** Like `scanned`, for the total of several filters, which may cost less. */
  counted: number;
}

export const searchLimits: SearchLimits = {
  total: maxExactTotal,
  broadTotal: maxBroadTotal,
  small: 2_000,
  scanned: 100_000,
  lookedUp: 20_000,
  counted: 1_500,
};

/** Whether hits are sorted by their ids, which begin with the time of creation. */
export const isSortedById = (sort: ProspectSort): boolean => sort.endsWith('createdAt');

const activeCount = (filters: PlanFilters): number =>
  Object.values(filters).filter((value) => value !== undefined).length;
const isEmpty = (filters: PlanFilters): boolean => activeCount(filters) === 0;

/** The filters that the indexes do not answer. */
function unansweredFilters(filters: PlanFilters, indexes: IndexProbe[]): PlanFilters {
  const exactWords = indexes.flatMap((index) =>
    index.kind === 'words' && index.word.isExact ? [index.word] : [],
  );
  const words = filters.words?.filter((word) => !exactWords.includes(word)) ?? [];
  const answered = indexes.map(({ kind }) => [kind, undefined]);
  return {
    ...filters,
    ...Object.fromEntries(answered),
    words: words.length === 0 ? undefined : words,
  };
}

/** Sorts indexes by their hits. With equal hits, sorted indexes come first. */
export const sortByFewestHits = (indexes: IndexProbe[]): IndexProbe[] =>
  indexes.toSorted((a, b) => a.hits - b.hits || Number(b.isSorted) - Number(a.isSorted));

/** The most indexes to intersect. Each of them reads up to ten thousand entries. */
const maxCombined = 4;
/** Looking up a prospect costs about as much as reading 20 entries of an index. */
const entriesPerLookUp = 20;

/** The indexes with the fewest hits whose entries cost less to read than the look-ups that they save. */
const selectiveIndexes = (indexes: IndexProbe[], limits: SearchLimits): IndexProbe[] =>
  sortByFewestHits(indexes)
    .filter(
      ({ hits }, _, [fewest]) =>
        hits <= limits.total && hits <= Math.max(1, fewest!.hits) * entriesPerLookUp,
    )
    .slice(0, maxCombined);

/** Few prospects are all checked and sorted. Otherwise prospects are checked in order. */
function sourceById(
  filters: PlanFilters,
  indexes: IndexProbe[],
  limits: SearchLimits,
): ProspectSource {
  const index = sortByFewestHits(indexes).find(({ isSorted }) => isSorted);
  if (index && isEmpty(unansweredFilters(filters, [index]))) return { kind: 'indexInOrder', index };
  const few = selectiveIndexes(indexes, limits);
  const maxSmall = index && !isEmpty(unansweredFilters(filters, few)) ? limits.small : limits.total;
  if (few[0] && few[0].hits <= maxSmall) return { kind: 'allOfIndexes', indexes: few };
  return index ? { kind: 'indexInOrder', index } : { kind: 'workspaceInOrder' };
}

/** For an order other than by id. No index returns matches in this order, so all of them are sorted. */
function sourceInOrder(
  indexes: IndexProbe[],
  workspaceSize: number,
  limits: SearchLimits,
): ProspectSource {
  const few = selectiveIndexes(indexes, limits);
  const hits = few[0]?.hits ?? Number.POSITIVE_INFINITY;
  // Among so many, the first hits in order are soon found.
  const isDense = hits > limits.small && hits > workspaceSize / 20;
  return isDense ? { kind: 'workspaceInOrder' } : { kind: 'allOfIndexes', indexes: few };
}

const maxRatio = 4;

/** Indexes that together answer all filters, if none has many times the hits of another. */
function similarIndexes(
  filters: PlanFilters,
  indexes: IndexProbe[],
  { total }: SearchLimits,
): IndexProbe[] {
  const isStored = ({ kind }: IndexProbe) => !['words', 'company', 'owner'].includes(kind);
  const counted = indexes.filter(
    (index) => index.isSorted && index.isExact && (isStored(index) || index.hits <= total),
  );
  const hits = counted.map((index) => index.hits);
  const areSimilar = Math.max(...hits) <= maxRatio * Math.min(...hits);
  return counted.length > 1 && areSimilar && isEmpty(unansweredFilters(filters, counted))
    ? counted
    : [];
}

/** Chooses how to count. A single filter with an index, or no filter, is counted already. */
function planTotal(
  filters: PlanFilters,
  source: ProspectSource,
  indexes: IndexProbe[],
  limits: SearchLimits,
): TotalPlan {
  const maxTotal = limits.total;
  if (source.kind === 'allOfIndexes') return { kind: 'byPage', maxTotal };
  if (isEmpty(filters)) return { kind: 'byWorkspace', maxTotal };
  const whole = indexes.find((index) => isEmpty(unansweredFilters(filters, [index])));
  if (whole) return { kind: 'byProbe', hits: whole.hits, maxTotal };
  // A single filter without an index is cheap to check.
  if (activeCount(filters) === 1 && indexes.length === 0)
    return { kind: 'byCheck', maxChecked: limits.lookedUp, maxTotal };
  const bounds = { maxChecked: limits.counted, maxTotal: limits.broadTotal };
  const similar = similarIndexes(filters, indexes, limits);
  return similar.length === 0
    ? { kind: 'byCheck', ...bounds }
    : { kind: 'byIntersection', indexes: similar, ...bounds };
}

const maxPreparedWords = 3;
/** Whether searches by these filters have similar statements, which are worth preparing. */
export const canPrepareStatements = (filters: PlanFilters): boolean =>
  activeCount(filters) <= 1 && (filters.words?.length ?? 0) <= maxPreparedWords;

/** Plans from the probed indexes how a search finds its page and its total. */
export function planSearch(
  filters: PlanFilters,
  sort: ProspectSort,
  indexes: IndexProbe[],
  workspaceSize: number,
  limits: SearchLimits,
): SearchPlan {
  const source = isSortedById(sort)
    ? sourceById(filters, indexes, limits)
    : sourceInOrder(indexes, workspaceSize, limits);
  const usedIndexes =
    source.kind === 'allOfIndexes'
      ? source.indexes
      : source.kind === 'indexInOrder'
        ? [source.index]
        : [];
  const rest = unansweredFilters(filters, usedIndexes);
  const isLimited = source.kind !== 'allOfIndexes';
  const maxChecked = source.kind === 'workspaceInOrder' ? limits.scanned : limits.lookedUp;
  return {
    filters,
    sort,
    source,
    rest,
    maxChecked: isEmpty({ ...rest, fromId: undefined, beforeId: undefined }) ? null : maxChecked,
    total: planTotal(filters, source, indexes, limits),
    // Planned without values, all members of a list would be read from the table instead of the index.
    isPrepared:
      canPrepareStatements(filters) &&
      usedIndexes.every(({ kind }) => isLimited || kind === 'words'),
  };
}
