import { maxSuggestions } from '@outcrop/contract';
import type { ValuePosition } from '../../platform/cursor.ts';
import { empty, join, raw, type Sql, sql, type Tx } from '../../platform/db/index.ts';
import { membershipTables } from '../lists-and-tags/memberships.sql.ts';
import {
  conditionsOf,
  equalsAnyOf,
  isAfterPosition,
  joinConditions,
  sortedText,
  sortOrder,
} from './filters-and-sorts.sql.ts';
import { limitClause } from './index-probes.sql.ts';
import { type IndexProbe, isSortedById, type SearchPlan } from './search-plan-rules.ts';

/** A page to fetch: after a position, or after a number of hits. */
export interface PageRange {
  after: ValuePosition | null;
  skip: number;
  take: number;
}

export interface SearchHit {
  id: string;
  /** The sorted value; null if the order is by id. */
  value: string | null;
  /** Total number of hits, when it is available without an extra query. */
  total: number | null;
}

/** The hits of a page, as a statement or as part of one, and their order. */
export interface HitStatement {
  hits: Sql;
  order: Sql;
  isPrepared: boolean;
}

/** Conditions on the id that every index answers: creation time, and the position in an order by id. */
function idBounds({ rest, sort }: SearchPlan, after: ValuePosition | null, id: Sql): Sql[] {
  return [
    ...(rest.fromId === undefined ? [] : [sql`${id} >= ${rest.fromId}::uuid`]),
    ...(rest.beforeId === undefined ? [] : [sql`${id} < ${rest.beforeId}::uuid`]),
    ...(after === null || !isSortedById(sort) ? [] : [isAfterPosition(sort, after, id)]),
  ];
}

/** Selects the prospects of an index as `id`, in the order of their ids if the index is sorted. */
function idsOfIndex(tx: Tx, index: IndexProbe, plan: SearchPlan, after: ValuePosition | null): Sql {
  const idsIn = (table: Sql, id: Sql, ...conditions: Sql[]) => sql`
    select ${id} as id from ${table}
    where workspace_id = ${tx.workspaceId} and ${joinConditions([...conditions, ...idBounds(plan, after, id)])}`;
  switch (index.kind) {
    case 'list':
    case 'tag':
    case 'campaign': {
      const { table, column } = membershipTables[index.kind];
      const ids = plan.filters[index.kind] ?? [];
      return idsIn(table, sql`prospect_id`, equalsAnyOf(column, ids, sql`uuid`));
    }
    case 'stage':
    case 'company':
    case 'owner':
    case 'ids': {
      const { onRow } = conditionsOf(tx, { [index.kind]: plan.filters[index.kind] });
      return idsIn(sql`prospect p`, sql`p.id`, ...onRow);
    }
    case 'words': {
      const { range, words, isSorted } = index;
      const idsOfWords = (...conditions: Sql[]) =>
        idsIn(sql`prospect_word w`, sql`w.prospect_id`, ...conditions);
      if (!isSorted) return idsOfWords(sql`w.word >= ${range.from}`, sql`w.word < ${range.below}`);
      // A prospect with several of the words is read only with the first of them.
      const isRead = (others: string[]) => sql`exists (
        select from prospect_word other
        where other.workspace_id = ${tx.workspaceId} and other.word = any(${others}::text[])
          and other.prospect_id = w.prospect_id offset 0)`;
      const [first = '', ...others] = words;
      return join(
        [
          idsOfWords(sql`w.word = ${first}`),
          ...others.map((word, index) =>
            idsOfWords(sql`w.word = ${word}`, sql`not ${isRead(words.slice(0, index + 1))}`),
          ),
        ],
        ' union all ',
      );
    }
  }
}

/** The ids to check. `limit` applies to ids that are read in order. */
function idsToCheck(
  tx: Tx,
  plan: SearchPlan & { source: { kind: 'allOfIndexes' | 'indexInOrder' } },
  after: ValuePosition | null,
  limit: Sql,
): Sql {
  const { source, sort } = plan;
  if (source.kind === 'indexInOrder')
    return sql`
      select h.id from (${idsOfIndex(tx, source.index, plan, after)}) as h order by ${sortOrder(sort)} ${limit}`;
  const common = join(
    source.indexes.map((index) => sql`(${idsOfIndex(tx, index, plan, after)})`),
    ' intersect ',
  );
  return sql`${common} ${source.maxEntries === undefined ? empty : limitClause(source.maxEntries)}`;
}

/**
 * The prospects to check: `h` has the id, and `p` has the row if it is needed. To fill a page, `p` is
 * looked up for one hit after the other. Looking up all hits at once takes half the time. Both forms
 * leave the planner no choice: it planned a join that scanned a million rows for a list of nine
 * thousand (6.8 s).
 */
function prospectsToCheck(
  tx: Tx,
  plan: SearchPlan,
  after: ValuePosition | null,
  limit: Sql,
  needs: { row: boolean; all: boolean },
): Sql {
  const { source, sort } = plan;
  const prospects = sql`prospect p where p.workspace_id = ${tx.workspaceId}`;
  const withId = sql`cross join lateral (select p.id) as h`;
  if (source.kind === 'workspaceInOrder')
    return sql`(
      select p.* from (select p.* from ${prospects} and ${joinConditions(idBounds(plan, after, sql`p.id`))}) as p ${withId}
      where ${after === null || isSortedById(sort) ? sql`true` : isAfterPosition(sort, after)}
      order by ${sortOrder(sort)} ${limit}) as p ${withId}`;
  const ids = idsToCheck(tx, { ...plan, source }, after, limit);
  if (!needs.row)
    return source.kind === 'allOfIndexes'
      ? sql`(select id from (${ids}) as found group by id) as h`
      : sql`(${ids}) as h`;
  return needs.all || source.kind === 'allOfIndexes'
    ? sql`(select p.* from ${prospects} and p.id = any(array(${ids}))) as p ${withId}`
    : sql`(${ids}) as h cross join lateral (select p.* from ${prospects} and p.id = h.id offset 0) as p`;
}

/** The limits of the API, the console and suggestions. Statements of other limits are not prepared. */
const preparedLimits = [26, 101, 501, maxSuggestions];

/** One page of hits. If all hits are sorted, the page has the total. */
export function pageStatement(
  tx: Tx,
  plan: SearchPlan,
  { after, skip, take }: PageRange,
): HitStatement {
  const { sort, source, maxChecked, isPrepared } = plan;
  const { onId, onRow } = conditionsOf(tx, plan.rest);
  const row = onRow.length > 0 || !isSortedById(sort);
  const limit = maxChecked === null ? empty : limitClause(maxChecked);
  const isAll = source.kind === 'allOfIndexes';
  const order = sortOrder(sort);
  return {
    hits: sql`
      select h.id, ${sortedText(sort)} as value, ${isAll ? sql`count(*) over ()::int` : sql`null::int`} as total
      from ${prospectsToCheck(tx, plan, after, limit, { row, all: false })}
      where ${joinConditions([...onId, ...onRow, ...(isAll && after ? [isAfterPosition(sort, after)] : [])])}
      order by ${order}
      ${skip === 0 ? empty : sql`offset ${skip}`} ${limitClause(take)}`,
    order,
    isPrepared: isPrepared && skip === 0 && preparedLimits.includes(take),
  };
}

export const selectHits = (tx: Tx, { hits, isPrepared }: HitStatement): Promise<SearchHit[]> =>
  tx.rows<SearchHit>(hits, { isPrepared });

/** Counts hits up to `maxHits`, among the first prospects of the source. */
export async function countHits(
  tx: Tx,
  plan: SearchPlan,
  maxHits: number,
  maxChecked: number,
): Promise<number> {
  const { onId, onRow } = conditionsOf(tx, plan.rest);
  const needs = { row: onRow.length > 0, all: true };
  const [row] = await tx.rows<{ count: number }>(
    sql`
    select count(*)::int as count from (
      select from ${prospectsToCheck(tx, plan, null, limitClause(maxChecked), needs)}
      where ${joinConditions([...onId, ...onRow])}
      ${limitClause(maxHits)}) as hit`,
    plan,
  );
  return row!.count;
}

/**
 * Counts the prospects that are in the first entries of every index. The number of entries is in
 * proportion to the hits of the index. Reading entries in a row is far cheaper than looking them up.
 */
export async function countCommonHits(
  tx: Tx,
  plan: SearchPlan,
  indexes: IndexProbe[],
  maxChecked: number,
): Promise<number> {
  const fewest = Math.min(...indexes.map(({ hits }) => hits));
  const firstIds = (index: IndexProbe) => sql`
    (select h.id from (${idsOfIndex(tx, index, plan, null)}) as h
     order by ${sortOrder(plan.sort)} ${limitClause(Math.ceil((maxChecked * index.hits) / fewest))})`;
  const [row] = await tx.rows<{ count: number }>(sql`
    select count(*)::int as count from (${join(indexes.map(firstIds), ' intersect ')}) as hit`);
  return row!.count;
}

/** The last position that was checked when the limit was reached; null if everything was checked. */
export async function selectLastChecked(
  tx: Tx,
  plan: SearchPlan,
  after: ValuePosition | null,
  maxChecked: number,
): Promise<Omit<SearchHit, 'total'> | null> {
  const limit = raw(`offset ${maxChecked - 1} limit 2`);
  const needs = { row: !isSortedById(plan.sort), all: false };
  const [last, unseen] = await tx.rows<Omit<SearchHit, 'total'>>(
    sql`
    select h.id, ${sortedText(plan.sort)} as value
    from ${prospectsToCheck(tx, plan, after, limit, needs)}
    order by ${sortOrder(plan.sort)}`,
    plan,
  );
  return unseen ? last! : null;
}
