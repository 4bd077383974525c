import { maxExactTotal, type ProspectFilter, rangeOf } from '@outcrop/contract';
import { type Position, readCursor, writeCursor } from '../../platform/cursor.ts';
import type { Sql, Tx } from '../../platform/db/index.ts';
import { ApiError } from '../../platform/error.ts';
import { storedKeys } from './key-rules.ts';
import { type ProspectRecord, selectPageRecords } from './records.sql.ts';
import * as store from './search.sql.ts';
import { chooseStart, type Hits, type StartFilter, smallGroupSize } from './search-rules.ts';
import { wordPatterns } from './words.ts';

/** What to look for. Missing filters match everything. */
export type SearchFilter = Omit<ProspectFilter, 'createdFrom' | 'createdTo'> & {
  createdFrom?: Date | undefined;
  createdBefore?: Date | undefined;
};

/** Which page: the one after a cursor, or by its number. */
interface PageRequest {
  cursor?: string | undefined;
  page?: number | undefined;
  pageSize: number;
}

interface Page<Item> {
  items: Item[];
  /** Null after a cursor, which has no page number and no total. */
  page: number | null;
  pageSize: number;
  total: number | null;
  totalIsCapped: boolean;
  nextCursor: string | null;
}

/** Prospects that match, newest first. The cost does not grow with the size of the workspace. */
export async function search(
  tx: Tx,
  filter: SearchFilter,
  page: PageRequest,
): Promise<Page<ProspectRecord>> {
  const found = await findPage(tx, filter, page, selectPageRecords);
  return { ...found, items: found.items.map(({ record }) => record) };
}

/** Like `search`, but only their ids. */
export async function searchIds(
  tx: Tx,
  filter: SearchFilter,
  page: PageRequest,
): Promise<Page<string>> {
  const found = await findPage(tx, filter, page, store.selectPage);
  return { ...found, items: found.items.map(({ id }) => id) };
}

const idsPerPage = 500;

/** The ids that match a filter of a request body, 500 at a time. */
export async function findProspects(
  tx: Tx,
  { createdFrom, createdTo, ...filter }: ProspectFilter,
  cursor: string | null,
): Promise<{ ids: string[]; nextCursor: string | null }> {
  const { items, nextCursor } = await searchIds(
    tx,
    {
      ...filter,
      createdFrom: createdFrom === undefined ? undefined : rangeOf(createdFrom).start,
      createdBefore: createdTo === undefined ? undefined : rangeOf(createdTo).end,
    },
    { cursor: cursor ?? undefined, pageSize: idsPerPage },
  );
  return { ids: items, nextCursor };
}

async function findPage<Hit extends store.Hit>(
  tx: Tx,
  filter: SearchFilter,
  { cursor, page = 1, pageSize }: PageRequest,
  select: (tx: Tx, page: Sql) => Promise<Hit[]>,
): Promise<Page<Hit>> {
  const filters = filtersOf(filter);
  const after = cursor === undefined ? null : readCursor(cursor, filters);
  const [{ hits: starts, wordHits }, keyHits] = await Promise.all([
    probeStarts(tx, filters),
    hitsByKey(tx, filter.q ?? ''),
  ]);
  const probed = { ...filters, wordHits, keyHits };
  const start = chooseStart(starts);

  const request = { after, skip: after ? 0 : (page - 1) * pageSize, take: pageSize + 1 };
  const [hits, counted] = await Promise.all([
    select(tx, store.pageOf(tx, probed, start, request)),
    start === 'newest' && !after ? countScanned(tx, probed, starts) : null,
  ]);
  const [last, total] = await Promise.all([
    lastPosition(tx, probed, start, request, hits),
    after ? null : totalOf(tx, probed, start, request, hits, counted),
  ]);
  return {
    items: hits.slice(0, pageSize),
    page: after ? null : page,
    pageSize,
    total: total?.count ?? null,
    totalIsCapped: total?.isCapped ?? false,
    nextCursor: last && writeCursor(last, filters),
  };
}

const filtersOf = (filter: SearchFilter): store.Filters => {
  const { indexed, rest } = wordPatterns(filter.q ?? '');
  return {
    patterns: indexed,
    restPatterns: rest,
    wordHits: null,
    stage: filter.stage ?? null,
    listId: filter.listId ?? null,
    tagId: filter.tagId ?? null,
    campaignId: filter.campaignId ?? null,
    hasEmail: filter.hasEmail ?? null,
    hasLinkedin: filter.hasLinkedin ?? null,
    enrichmentStatus: filter.enrichmentStatus ?? null,
    createdFrom: filter.createdFrom ?? null,
    createdBefore: filter.createdBefore ?? null,
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
