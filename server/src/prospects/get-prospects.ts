import { type endpoints, mostCounted, type ResponseData } from '@outcrop/contract';
import { storedKeys } from '../people/keys.ts';
import { selectPageRecords } from '../people/records.ts';
import { wordPatterns } from '../people/search-text.ts';
import type { Tx } from '../platform/db/index.ts';
import { ApiError } from '../platform/error.ts';
import type { Call } from '../platform/http/call.ts';
import { type Position, readCursor, writeCursor } from '../platform/http/cursor.ts';
import { chooseStart, fewEnough, type Hits, type Start } from './rules.ts';
import * as store from './sql.ts';

type GetProspects = Call<typeof endpoints.getProspects>;
type Found = ResponseData<'getProspects'>;

/** Searches the workspace's prospects, newest first, at a cost that its size does not set. */
export async function getProspects({
  query,
  tx,
}: Pick<GetProspects, 'query' | 'tx'>): Promise<Found> {
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

  const wanted = { after, skip: after ? 0 : (page - 1) * pageSize, take: pageSize + 1 };
  const select = query.returnIds ? store.selectPage : selectPageRecords;
  const [hits, counted] = await Promise.all([
    select(tx, store.pageOf(tx, search, start, wanted)),
    start === 'newest' && !after ? countWalked(tx, search, starts) : null,
  ]);
  const [last, total] = await Promise.all([
    lastPosition(tx, search, start, wanted, hits),
    after ? null : totalOf(tx, search, start, wanted, hits, counted),
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

/** A query that is as a whole an email address or a profile also finds the one who has it. */
async function hitsByKey(tx: Tx, q: string): Promise<string[]> {
  const { email, linkedin } = storedKeys({ email: q, linkedinUrl: q });
  return email === null && linkedin === null ? [] : store.selectByKey(tx, { email, linkedin });
}

/** How many hits each selective filter has by itself. One that names nothing is 404. */
async function probeStarts(
  tx: Tx,
  filters: store.Filters,
): Promise<{ hits: Hits; wordHits: string[] | null }> {
  const { listId, tagId, campaignId, patterns } = filters;
  const named = [
    ['list', listId],
    ['tag', tagId],
    ['campaign', campaignId],
  ].filter(([, id]) => id !== null);
  const boards = named.length === 0 ? [] : await store.selectBoards(tx, filters);
  const missing = named.filter(([kind]) => !boards.some((board) => board.kind === kind));
  if (missing.length > 0)
    throw new ApiError(
      'not_found',
      `There is no such ${missing.map(([kind]) => kind).join(' or ')} in the workspace. Check the id.`,
      { notFound: missing.map(([, id]) => id!) },
    );
  const hits: Hits = Object.fromEntries(boards.map(({ kind, count }) => [kind, count]));
  // A common word is dear to probe (25 ms), and a small board needs no better start.
  if (patterns.length === 0 || boards.some(({ count }) => count <= fewEnough))
    return { hits, wordHits: null };
  const words = await store.probeWords(tx, patterns, mostCounted + 1);
  return { hits: { ...hits, words: words.count }, wordHits: words.ids };
}

/** Hits of a walk, and whether they are all there are or only those it came to see. */
interface Counted {
  count: number;
  isWhole: boolean;
}

/** One filter alone, or none, is counted already; a combination must be walked. */
async function countWalked(tx: Tx, filters: store.Filters, starts: Hits): Promise<Counted> {
  const given = Object.entries(filters).filter(([, value]) =>
    Array.isArray(value) ? value.length > 0 : value !== null,
  );
  const [alone] = Object.values(starts);
  if (given.length === 1 && alone !== undefined) return { count: alone, isWhole: true };
  if (given.every(([name]) => name === 'stage'))
    return { count: await store.countStages(tx, filters.stage), isWhole: true };
  const count = await store.countHits(tx, filters, 'newest', mostCounted + 1);
  return { count, isWhole: false };
}

/** Where the next page begins, if there is one: behind this page, or behind a walk that was cut short. */
async function lastPosition(
  tx: Tx,
  filters: store.Filters,
  start: Start | 'newest',
  page: store.Page,
  hits: Position[],
): Promise<Position | null> {
  if (hits.length === page.take) return hits.at(-2)!;
  return start === 'newest' ? store.endOfWalk(tx, filters, page) : null;
}

async function totalOf(
  tx: Tx,
  filters: store.Filters,
  start: Start | 'newest',
  page: store.Page,
  hits: store.Hit[],
  counted: Counted | null,
): Promise<{ count: number; isCapped: boolean }> {
  if (start !== 'newest') {
    const known =
      hits[0]?.total ??
      (page.skip === 0 ? 0 : await store.countHits(tx, filters, start, mostCounted));
    return { count: known, isCapped: false };
  }
  const { count, isWhole } = counted!;
  if (count > mostCounted) return { count: mostCounted, isCapped: true };
  return { count, isCapped: !isWhole && (await store.isWalkCut(tx, filters)) };
}
