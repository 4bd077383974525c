import type { ProspectFilter, ProspectSort } from '@outcrop/contract';
import { readValueCursor, type ValuePosition, writeValueCursor } from '../../platform/cursor.ts';
import type { Tx } from '../../platform/db/index.ts';
import { anyNotFound, notFound } from '../../platform/error.ts';
import { requireMember } from '../workspaces/require-member.ts';
import { firstIdAt, idTimestamp } from './field-rules.ts';
import { isSortedText } from './filters-and-sorts.sql.ts';
import * as probes from './index-probes.sql.ts';
import { type ProspectRecord, selectHitRecords } from './prospect-records.sql.ts';
import {
  type IndexProbe,
  isSortedById,
  type PlanFilters,
  planSearch,
  type SearchPlan,
  searchLimits,
} from './search-plan-rules.ts';
import {
  countCommonHits,
  countHits,
  type HitStatement,
  type PageRange,
  pageStatement,
  type SearchHit,
  selectHits,
  selectLastChecked,
} from './search-statements.sql.ts';
import { queryWords, textKey } from './word-rules.ts';

/** The filters of a search. A missing filter matches everything. */
export type SearchFilter = Omit<
  ProspectFilter,
  'createdFrom' | 'createdTo' | 'updatedFrom' | 'updatedTo'
> & {
  ids?: string[] | undefined;
  createdFrom?: Date | undefined;
  createdBefore?: Date | undefined;
  updatedFrom?: Date | undefined;
  updatedBefore?: Date | undefined;
  sort?: ProspectSort | undefined;
};

/** Requests the page after a cursor, or a page by its number. */
interface PageRequest {
  cursor?: string | undefined;
  /** Whether the cursor comes from a task, which has only one filter. */
  hasStoredCursor?: boolean;
  page?: number | undefined;
  pageSize: number;
}

interface SearchPage<Item> {
  items: Item[];
  /** Null after a cursor, which has no page number and no total. */
  page: number | null;
  pageSize: number;
  total: number | null;
  totalIsCapped: boolean;
  nextCursor: string | null;
}

/** Matching prospects, newest first by default. The cost does not grow with the workspace. */
export async function searchProspects(
  tx: Tx,
  filter: SearchFilter,
  request: PageRequest,
): Promise<SearchPage<ProspectRecord>> {
  const page = await findPage(tx, filter, request, selectHitRecords);
  return { ...page, items: page.items.map(({ record }) => record) };
}

/** Like `searchProspects`, but returns only ids. */
export async function searchIds(
  tx: Tx,
  filter: SearchFilter,
  request: PageRequest,
  limits = searchLimits,
): Promise<SearchPage<string>> {
  const page = await findPage(tx, filter, request, selectHits, limits);
  return { ...page, items: page.items.map(({ id }) => id) };
}

/** Probes the indexes, plans the search, and runs its statements. */
async function findPage<Hit extends SearchHit>(
  tx: Tx,
  filter: SearchFilter,
  { cursor, hasStoredCursor = false, page = 1, pageSize }: PageRequest,
  select: (tx: Tx, statement: HitStatement) => Promise<Hit[]>,
  limits = searchLimits,
): Promise<SearchPage<Hit>> {
  const { sort = '-createdAt', q = '' } = filter;
  const requestFilters = filtersOf(filter);
  const scope = { ...requestFilters, sort };
  const after =
    cursor === undefined
      ? null
      : readValueCursor(cursor, hasStoredCursor ? null : scope, isSortedText(sort));

  const [keyHolders, unknownIds] = await Promise.all([
    probes.selectQueryKeyHolders(tx, q),
    probes.selectUnknownIds(tx, filter.ids),
  ]);
  if (unknownIds.length > 0) throw notFound('prospect', ...unknownIds);
  const { ids } = requestFilters;
  const filters =
    keyHolders.length === 0
      ? requestFilters
      : {
          ...requestFilters,
          words: undefined,
          ids: ids ? ids.filter((id) => keyHolders.includes(id)) : keyHolders,
        };
  const [indexes, workspaceSize] = await Promise.all([
    probeIndexes(tx, filters, limits.total),
    isSortedById(sort) ? 0 : probes.countWorkspaceProspects(tx),
  ]);
  const plan = planSearch(filters, sort, indexes, workspaceSize, limits);
  const range = { after, skip: after ? 0 : (page - 1) * pageSize, take: pageSize + 1 };
  const [hits, counted] = await Promise.all([
    select(tx, pageStatement(tx, plan, range)),
    after ? null : countTotal(tx, plan),
  ]);
  const last = await lastPosition(tx, plan, range, hits);
  const total = after ? null : await totalOf(tx, plan, range, hits, last === null, counted);
  return {
    items: hits.slice(0, pageSize),
    page: after ? null : page,
    pageSize,
    total: total?.count ?? null,
    totalIsCapped: total?.isCapped ?? false,
    nextCursor: last && writeValueCursor(last, scope),
  };
}

const filtersOf = (filter: SearchFilter): PlanFilters => {
  const words = queryWords(filter.q ?? '');
  const { createdFrom, createdBefore } = filter;
  return {
    words: words.length === 0 ? undefined : words,
    ids: filter.ids,
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
    doNotContact: filter.doNotContact,
    updatedFrom: filter.updatedFrom,
    updatedBefore: filter.updatedBefore,
    fromId: createdFrom && firstIdAt(createdFrom),
    beforeId: createdBefore && firstIdAt(createdBefore),
  };
};

/** If a list, tag or campaign has no more prospects, no other index is probed. */
const smallGroupSize = 1_000;

/** How many prospects each filter with an index has. Throws 404 for unknown ids. */
async function probeIndexes(tx: Tx, filters: PlanFilters, maxHits: number): Promise<IndexProbe[]> {
  const { owner, words = [] } = filters;
  if (owner !== undefined && owner !== 'none') await requireMember(tx, owner);
  const counts = await probes.selectStoredCounts(tx, filters);
  const unknown = probes.findUnknownGroups(filters, counts);
  if (unknown.length > 0) throw anyNotFound(unknown);
  const stored = probes.storedProbes(filters, counts);
  if (stored.some(({ hits }) => hits <= Math.min(smallGroupSize, maxHits))) return stored;
  const counted = await Promise.all([
    probes.probeWords(tx, words, maxHits),
    probes.probeColumn(tx, 'company', filters, maxHits),
    probes.probeColumn(tx, 'owner', filters, maxHits),
  ]);
  return [...stored, ...counted.flat()];
}

/** Where the next page starts: after this page, or after the last prospect that was checked. */
async function lastPosition(
  tx: Tx,
  plan: SearchPlan,
  { after, take }: PageRange,
  hits: SearchHit[],
): Promise<ValuePosition | null> {
  if (hits.length === take) return positionOf(hits.at(-2)!);
  if (plan.source.kind === 'allOfIndexes' || plan.maxChecked === null) return null;
  const last = await selectLastChecked(tx, plan, after, plan.maxChecked);
  return last && positionOf(last);
}

const positionOf = ({ id, value }: Omit<SearchHit, 'total'>): ValuePosition => ({
  id,
  value: value ?? String(idTimestamp(id).getTime()),
});

interface SearchTotal {
  count: number;
  isCapped: boolean;
}

/** The total, unless the page has it. */
async function countTotal(tx: Tx, plan: SearchPlan): Promise<SearchTotal | null> {
  const { total } = plan;
  const { maxTotal } = total;
  const upToMax = (count: number, isCapped = false): SearchTotal => ({
    count: Math.min(count, maxTotal),
    isCapped: isCapped || count > maxTotal,
  });
  const byId = { ...plan, sort: '-createdAt' as const };
  switch (total.kind) {
    case 'byPage':
      return null;
    case 'byWorkspace':
      return upToMax(await probes.countWorkspaceProspects(tx));
    case 'byProbe':
      return upToMax(total.hits);
    case 'byIntersection': {
      const { indexes, maxChecked } = total;
      const isCapped = indexes.every(({ hits }) => hits > maxChecked);
      return upToMax(await countCommonHits(tx, byId, indexes, maxChecked), isCapped);
    }
    case 'byCheck': {
      const count = await countHits(tx, byId, maxTotal + 1, total.maxChecked);
      const isDone =
        count > maxTotal || (await selectLastChecked(tx, byId, null, total.maxChecked)) === null;
      return upToMax(count, !isDone);
    }
  }
}

/** A search with one page has its hits as total. A capped total is at least the hits up to this page. */
async function totalOf(
  tx: Tx,
  plan: SearchPlan,
  { skip, take }: PageRange,
  hits: SearchHit[],
  isLast: boolean,
  counted: SearchTotal | null,
): Promise<SearchTotal> {
  const { maxTotal } = plan.total;
  if (skip === 0 && hits.length < take && isLast) return { count: hits.length, isCapped: false };
  if (counted === null) {
    const count = hits[0]?.total ?? (await countHits(tx, plan, maxTotal, maxTotal));
    return { count, isCapped: false };
  }
  const shown = hits.length === 0 ? 0 : skip + Math.min(hits.length, take - 1);
  return counted.isCapped
    ? { ...counted, count: Math.max(counted.count, Math.min(shown, maxTotal)) }
    : counted;
}
