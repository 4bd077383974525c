import { type ProspectFilter, type ProspectSort, prospectFilter, rangeOf } from '@outcrop/contract';
import { readValueCursor, type ValuePosition, writeValueCursor } from '../../platform/cursor.ts';
import type { Sql, Tx } from '../../platform/db/index.ts';
import { anyNotFound } from '../../platform/error.ts';
import { requireMember } from '../workspaces/require-member.ts';
import { textKey } from './column-rules.ts';
import type { Filters } from './filters.sql.ts';
import { firstIdAt, idTimestamp } from './id-time.ts';
import { storedKeys } from './key-rules.ts';
import { planById, planInOrder } from './plan.ts';
import { type ProspectRecord, selectPageRecords } from './records.sql.ts';
import * as store from './search.sql.ts';
import { sortOf } from './sort.sql.ts';
import * as starts from './starts.sql.ts';
import { countBroad, countedByPage, countSmall, withShown } from './totals.ts';
import { queryWords } from './word-rules.ts';

/** What to look for. Missing filters match everything. */
export type SearchFilter = Omit<
  ProspectFilter,
  'createdFrom' | 'createdTo' | 'updatedFrom' | 'updatedTo'
> & {
  createdFrom?: Date | undefined;
  createdBefore?: Date | undefined;
  updatedFrom?: Date | undefined;
  updatedBefore?: Date | undefined;
  sort?: ProspectSort | undefined;
};

/** Which page: the one after a cursor, or by its number. */
interface PageRequest {
  cursor?: string | undefined;
  /** Whether the cursor comes from a task, which has only one filter. */
  hasStoredCursor?: boolean;
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

/** Prospects that match, newest first if no order is given. The cost does not grow with the workspace. */
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
  limits = store.searchLimits,
): Promise<Page<string>> {
  const found = await findPage(tx, filter, page, store.selectPage, limits);
  return { ...found, items: found.items.map(({ id }) => id) };
}

const idsPerPage = 500;

/**
 * The ids that match a filter of a request body, 500 at a time. A task keeps filter and cursor, possibly
 * since before an upgrade: a filter had one value where it now has several.
 */
export async function findProspects(
  tx: Tx,
  stored: ProspectFilter,
  cursor: string | null,
): Promise<{ ids: string[]; nextCursor: string | null }> {
  const { createdFrom, createdTo, updatedFrom, updatedTo, ...filter } =
    prospectFilter.parse(stored);
  const start = (day: string | undefined) => (day === undefined ? undefined : rangeOf(day).start);
  const end = (day: string | undefined) => (day === undefined ? undefined : rangeOf(day).end);
  const { items, nextCursor } = await searchIds(
    tx,
    {
      ...filter,
      createdFrom: start(createdFrom),
      createdBefore: end(createdTo),
      updatedFrom: start(updatedFrom),
      updatedBefore: end(updatedTo),
    },
    { cursor: cursor ?? undefined, hasStoredCursor: true, pageSize: idsPerPage },
  );
  return { ids: items, nextCursor };
}

async function findPage<Hit extends store.Hit>(
  tx: Tx,
  filter: SearchFilter,
  { cursor, hasStoredCursor = false, page = 1, pageSize }: PageRequest,
  select: (tx: Tx, page: Sql, order: Sql) => Promise<Hit[]>,
  limits = store.searchLimits,
): Promise<Page<Hit>> {
  const { sort: sortName = '-createdAt', q = '' } = filter;
  const sort = sortOf(sortName);
  const given = filtersOf(filter);
  const scope = { ...given, sort: sortName };
  const after =
    cursor === undefined
      ? null
      : readValueCursor(cursor, hasStoredCursor ? null : scope, sort.isValue);

  const filters = await withKeyHolders(tx, given, q);
  const [found, all] = await Promise.all([
    findStarts(tx, filters, limits.total),
    sort.isById ? 0 : starts.countAll(tx),
  ]);
  const plan = sort.isById
    ? planById(filters, found, limits)
    : planInOrder(filters, found, all, limits);
  const search = { tx, filters, sort, plan, limits };
  const request = { after, skip: after ? 0 : (page - 1) * pageSize, take: pageSize + 1 };
  const [hits, counted] = await Promise.all([
    select(tx, store.pageOf(search, request), sort.order),
    after || search.plan.isSmall ? null : countBroad(search, found),
  ]);
  const last = await lastPosition(search, request, hits);
  const total = after
    ? null
    : (countedByPage(request, hits, last) ??
      (counted ? withShown(counted, search, request, hits) : await countSmall(search, hits)));
  return {
    items: hits.slice(0, pageSize),
    page: after ? null : page,
    pageSize,
    total: total?.count ?? null,
    totalIsCapped: total?.isCapped ?? false,
    nextCursor: last && writeValueCursor(last, scope),
  };
}

const filtersOf = (filter: SearchFilter): Filters => {
  const words = queryWords(filter.q ?? '');
  const bounds = { from: filter.createdFrom, before: filter.createdBefore };
  return {
    words: words.length === 0 ? undefined : words,
    list: filter.listId,
    tag: filter.tagId,
    campaign: filter.campaignId === undefined ? undefined : [filter.campaignId],
    stage: filter.stage,
    source: filter.sourceType,
    company: filter.company === undefined ? undefined : textKey(filter.company),
    owner: filter.ownerId,
    enrichmentStatus: filter.enrichmentStatus,
    hasEmail: filter.hasEmail,
    hasLinkedin: filter.hasLinkedin,
    hasPhone: filter.hasPhone,
    updatedFrom: filter.updatedFrom,
    updatedBefore: filter.updatedBefore,
    fromId: bounds.from && firstIdAt(bounds.from),
    beforeId: bounds.before && firstIdAt(bounds.before),
  };
};

/** A query that is the email address or LinkedIn URL of a prospect finds that prospect only. */
async function withKeyHolders(tx: Tx, filters: Filters, q: string): Promise<Filters> {
  const { email, linkedin } = storedKeys({ email: q, linkedinUrl: q });
  if (email === null && linkedin === null) return filters;
  const keyHolders = await starts.selectKeyHolders(tx, { email, linkedin });
  return keyHolders.length === 0 ? filters : { ...filters, words: undefined, keyHolders };
}

/** A list, tag or campaign of this size is always a good start. */
const smallGroupSize = 1_000;

/** The hits of each filter that has an index. Throws 404 for unknown ids. */
async function findStarts(tx: Tx, filters: Filters, maxSmall: number): Promise<starts.Start[]> {
  const { list, tag, campaign, stage, owner } = filters;
  if (owner !== undefined && owner !== 'none') await requireMember(tx, owner);
  const counted = [list, tag, campaign, stage].some((ids) => ids !== undefined)
    ? await starts.countRequested(tx, filters)
    : [];
  const unknown = starts.unknownIds(filters, counted);
  if (unknown.length > 0) throw anyNotFound(unknown);
  const stored = starts.startsOf(tx, filters, counted);
  if (stored.some(({ hits }) => hits <= Math.min(smallGroupSize, maxSmall))) return stored;
  const probed = await Promise.all([
    starts.startsFromWords(tx, filters, maxSmall),
    starts.startFromCompany(tx, filters, maxSmall),
    starts.startFromOwner(tx, filters, maxSmall),
  ]);
  return [...stored, ...probed.flat()];
}

/** Where the next page starts: after this page, or after the last prospect that was checked. */
async function lastPosition(
  search: store.Search,
  { after, take }: store.Page,
  hits: store.Hit[],
): Promise<ValuePosition | null> {
  if (hits.length === take) return positionOf(hits.at(-2)!);
  if (search.plan.isSmall || store.checksNothing(search)) return null;
  const last = await store.scanLimitPosition(search, after);
  return last && positionOf(last);
}

const positionOf = ({ id, value }: Omit<store.Hit, 'total'>): ValuePosition => ({
  id,
  value: value ?? String(idTimestamp(id).getTime()),
});
