import { type endpoints, maxExactTotal, type ResponseData } from '@outcrop/contract';
import { storedKeys } from '../core/prospects/keys.ts';
import { selectPageRecords } from '../core/search/records.sql.ts';
import * as store from '../core/search/search.sql.ts';
import {
  chooseStart,
  type Hits,
  type StartFilter,
  smallGroupSize,
} from '../core/search/search-rules.ts';
import { wordPatterns } from '../core/search/words.ts';
import { type Position, readCursor, writeCursor } from '../platform/cursor.ts';
import type { Tx } from '../platform/db/index.ts';
import { ApiError } from '../platform/error.ts';
import type { Call } from '../platform/http/call.ts';

type GetProspects = Call<typeof endpoints.getProspects>;
type SearchResult = ResponseData<'getProspects'>;

/** Searches prospects, newest first. The cost does not grow with the size of the workspace. */
export async function getProspects({
  query,
  tx,
}: Pick<GetProspects, 'query' | 'tx'>): Promise<SearchResult> {
  const filters = filtersOf(query);
  const pageSize = query.pageSize ?? (query.returnIds ? 500 : 25);
  const page = query.page ?? 1;
  const after = query.cursor === undefined ? null : readCursor(query.cursor, filters);
  const [{ hits: starts, wordHits }, keyHits] = await Promise.all([
    probeStarts(tx, filters),
    hitsByKey(tx, query.q ?? ''),
  ]);
  const search = { ...filters, wordHits, keyHits };
  const start = chooseStart(starts);

  const pageRequest = { after, skip: after ? 0 : (page - 1) * pageSize, take: pageSize + 1 };
  const select = query.returnIds ? store.selectPage : selectPageRecords;
  const [hits, counted] = await Promise.all([
    select(tx, store.pageOf(tx, search, start, pageRequest)),
    start === 'newest' && !after ? countScanned(tx, search, starts) : null,
  ]);
  const [last, total] = await Promise.all([
    lastPosition(tx, search, start, pageRequest, hits),
    after ? null : totalOf(tx, search, start, pageRequest, hits, counted),
  ]);
  const shown = hits.slice(0, pageSize);
  return {
    ...(query.returnIds
      ? { ids: shown.map(({ id }) => id) }
      : { prospects: shown.map(({ record }) => record!) }),
    page: after ? null : page,
    pageSize,
    total: total?.count ?? null,
    totalIsCapped: total?.isCapped ?? false,
    nextCursor: last && writeCursor(last, filters),
  };
}

const filtersOf = (query: GetProspects['query']): store.Filters => {
  const { indexed, rest } = wordPatterns(query.q ?? '');
  return {
    patterns: indexed,
    restPatterns: rest,
    wordHits: null,
    stage: query.stage ?? null,
    listId: query.listId ?? null,
    tagId: query.tagId ?? null,
    campaignId: query.campaignId ?? null,
    hasEmail: query.hasEmail ?? null,
    hasLinkedin: query.hasLinkedin ?? null,
    enrichmentStatus: query.enrichmentStatus ?? null,
    createdFrom: query.createdFrom?.from ?? null,
    createdBefore: query.createdTo?.before ?? null,
  };
};

/** A query that is an email address or a LinkedIn URL also finds the prospect that has it. */
async function hitsByKey(tx: Tx, q: string): Promise<string[]> {
  const { email, linkedin } = storedKeys({ email: q, linkedinUrl: q });
  return email === null && linkedin === null ? [] : store.selectByKey(tx, { email, linkedin });
}

/** Counts the hits of each selective filter alone. Throws 404 for unknown ids. */
async function probeStarts(
  tx: Tx,
  filters: store.Filters,
): Promise<{ hits: Hits; wordHits: string[] | null }> {
  const { listId, tagId, campaignId, patterns } = filters;
  const requested = [
    ['list', listId],
    ['tag', tagId],
    ['campaign', campaignId],
  ].filter(([, id]) => id !== null);
  const memberships =
    requested.length === 0 ? [] : await store.selectRequestedMemberships(tx, filters);
  const missing = requested.filter(
    ([kind]) => !memberships.some((membership) => membership.kind === kind),
  );
  if (missing.length > 0)
    throw new ApiError(
      'not_found',
      `There is no such ${missing.map(([kind]) => kind).join(' or ')} in the workspace. Check the id.`,
      { notFound: missing.map(([, id]) => id!) },
    );
  const hits: Hits = Object.fromEntries(memberships.map(({ kind, count }) => [kind, count]));
  // Probing a common word costs 25 ms, and a small list or tag is already a good start.
  if (patterns.length === 0 || memberships.some(({ count }) => count <= smallGroupSize))
    return { hits, wordHits: null };
  const words = await store.probeWords(tx, patterns, maxExactTotal + 1);
  return { hits: { ...hits, words: words.count }, wordHits: words.ids };
}

/** Hits counted, and whether the count is complete or stopped at the scan limit. */
interface Counted {
  count: number;
  isComplete: boolean;
}

/** A single filter, or none, has a stored count; a combination must be scanned. */
async function countScanned(tx: Tx, filters: store.Filters, starts: Hits): Promise<Counted> {
  const activeFilters = Object.entries(filters).filter(([, value]) =>
    Array.isArray(value) ? value.length > 0 : value !== null,
  );
  const [singleCount] = Object.values(starts);
  if (activeFilters.length === 1 && singleCount !== undefined)
    return { count: singleCount, isComplete: true };
  if (activeFilters.every(([name]) => name === 'stage'))
    return { count: await store.countStages(tx, filters.stage), isComplete: true };
  const count = await store.countHits(tx, filters, 'newest', maxExactTotal + 1);
  return { count, isComplete: false };
}

/** Where the next page starts: after this page, or after the position where the scan stopped. */
async function lastPosition(
  tx: Tx,
  filters: store.Filters,
  start: StartFilter | 'newest',
  page: store.Page,
  hits: Position[],
): Promise<Position | null> {
  if (hits.length === page.take) return hits.at(-2)!;
  return start === 'newest' ? store.scanLimitPosition(tx, filters, page) : null;
}

async function totalOf(
  tx: Tx,
  filters: store.Filters,
  start: StartFilter | 'newest',
  page: store.Page,
  hits: store.Hit[],
  counted: Counted | null,
): Promise<{ count: number; isCapped: boolean }> {
  if (start !== 'newest') {
    const total =
      hits[0]?.total ??
      (page.skip === 0 ? 0 : await store.countHits(tx, filters, start, maxExactTotal));
    return { count: total, isCapped: false };
  }
  const { count, isComplete } = counted!;
  if (count > maxExactTotal) return { count: maxExactTotal, isCapped: true };
  return { count, isCapped: !isComplete && (await store.reachesScanLimit(tx, filters)) };
}
