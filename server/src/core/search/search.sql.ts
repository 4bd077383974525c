import { maxBroadTotal, maxExactTotal } from '@outcrop/contract';
import type { ValuePosition } from '../../platform/cursor.ts';
import { empty, join, type Sql, sql, type Tx } from '../../platform/db/index.ts';
import { conditionsOf, type Filters } from './filters.sql.ts';
import type { Sort } from './sort.sql.ts';
import type { Start } from './starts.sql.ts';

/** How hits are found. `rest` is what is left of the filters to check. */
export type Plan =
  /** All hits of a start are checked and sorted. */
  | { from: Start; isSmall: true; rest: Filters }
  /** The hits of a start, in the order of their ids, are checked until a page is full. */
  | { from: Start; isSmall: false; rest: Filters }
  /** All prospects, in the order of the search, are checked until a page is full. */
  | { from: null; isSmall: false; rest: Filters };

export interface Search {
  tx: Tx;
  filters: Filters;
  sort: Sort;
  plan: Plan;
  limits: SearchLimits;
}

/** What bounds the cost of a search. */
export interface SearchLimits {
  /** The largest total, and the most hits of a start that are all read and sorted. */
  total: number;
  /** The largest total where no filter has so few hits. */
  broadTotal: number;
  /** The most hits of a start that are all checked if they could also be checked in order. */
  small: number;
  /**
   * How many prospects a search checks in order, the same for every page. After a search that reached
   * it, later page numbers are empty and only the cursor continues. Nothing to check means no limit.
   */
  scanned: number;
  /** The same for hits of a start, which are looked up one by one. */
  lookedUp: number;
  /** The same for a total of several filters, which is not worth as much. */
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

/** A page to fetch: after a position, or after a number of hits. */
export interface Page {
  after: ValuePosition | null;
  skip: number;
  take: number;
}

const columns = sql`
  p.id, p.stage, p.stage_position, p.source_type, p.email, p.linkedin_url, p.phone, p.owner_id, p.enrichment_status,
  p.updated_at,
  p.last_activity_at, p.sort_name, p.company_key, p.search_text`;

/** Bounds that an index answers: those of the creation, and the position if the order is by id. */
function boundsOf({ filters: { fromId, beforeId }, sort }: Search, after: ValuePosition | null) {
  return (id: Sql): Sql => {
    const all = [
      ...(fromId === undefined ? [] : [sql`${id} >= ${fromId}::uuid`]),
      ...(beforeId === undefined ? [] : [sql`${id} < ${beforeId}::uuid`]),
      ...(after === null || !sort.isById ? [] : [sort.afterId(id, after.id)]),
    ];
    return all.length === 0 ? sql`true` : join(all, ' and ');
  };
}

/** The hits of a start as `id`, in order if it is not small. */
const startIds = ({ plan, sort }: Search & { plan: { from: Start } }, ids: Sql, limit: Sql): Sql =>
  plan.isSmall ? ids : sql`select h.id from (${ids}) as h order by ${sort.order} ${limit}`;

/**
 * The prospects to check, as `h` with the id, and as `p` with the rest if that is needed. `p` is looked
 * up for one hit after the other while a page is filled, and for all hits at once in half the time
 * otherwise. In neither case the planner has a choice: as a join, it scanned a million rows for a list of
 * nine thousand (6.8 s).
 */
function source(
  search: Search,
  after: ValuePosition | null,
  limit: Sql,
  needs: { row: boolean; all: boolean },
): Sql {
  const { tx, plan, sort } = search;
  const bounds = boundsOf(search, after);
  const from = sql`prospect p where p.workspace_id = ${tx.workspaceId}`;
  if (plan.from === null)
    return sql`(
      select ${columns} from (select p.* from ${from} and ${bounds(sql`p.id`)}) as p
      cross join lateral (select p.id) as h
      ${after === null || sort.isById ? empty : sql`where ${sort.after(after)}`}
      order by ${sort.order} ${limit}) as p
      cross join lateral (select p.id) as h`;
  const ids = startIds({ ...search, plan }, plan.from.ids(bounds), limit);
  if (!needs.row)
    return plan.from.hasRepeats
      ? sql`(select id from (${ids}) as found group by id) as h`
      : sql`(${ids}) as h`;
  return needs.all || plan.isSmall
    ? sql`(select ${columns} from ${from} and p.id = any(array(${ids}))) as p
          cross join lateral (select p.id) as h`
    : sql`(${ids}) as h
          cross join lateral (select ${columns} from ${from} and p.id = h.id offset 0) as p`;
}

/** How many prospects a page checks. */
const maxChecked = ({ plan, limits }: Search): number =>
  plan.from === null ? limits.scanned : limits.lookedUp;

/** One page of hits. With a small start, the total comes with it. */
export function pageOf(search: Search, { after, skip, take }: Page): Sql {
  const { plan, sort } = search;
  const { onId, onRow } = remaining(search);
  const row = onRow.length > 0 || !sort.isById;
  const limit = onId.length + onRow.length > 0 ? sql`limit ${maxChecked(search)}` : empty;
  const where = [...onId, ...onRow, ...(plan.isSmall && after !== null ? [sort.after(after)] : [])];
  return sql`
    select h.id, ${sort.value} as value, ${plan.isSmall ? sql`count(*) over ()::int` : sql`null::int`} as total
    from ${source(search, after, limit, { row, all: false })}
    ${where.length === 0 ? empty : sql`where ${join(where, ' and ')}`}
    order by ${sort.order}
    offset ${skip} limit ${take}`;
}

/** What is left to check of each prospect. The bounds of the ids are part of the source. */
const remaining = ({ tx, plan }: Search): { onId: Sql[]; onRow: Sql[] } =>
  conditionsOf(tx, { ...plan.rest, fromId: undefined, beforeId: undefined });

/** Whether each prospect that is read is a hit. */
export const checksNothing = (search: Search): boolean => {
  const { onId, onRow } = remaining(search);
  return onId.length + onRow.length === 0;
};

export interface Hit {
  id: string;
  /** The sorted value; null if the order is by id. */
  value: string | null;
  /** Total number of hits, when it is available without an extra query. */
  total: number | null;
}

export const selectPage = (tx: Tx, page: Sql) => tx.rows<Hit>(page);

/** Counts hits up to `limit`, among the first prospects in order. */
export async function countHits(search: Search, limit: number, scanned: number): Promise<number> {
  const { onId, onRow } = remaining(search);
  const where = [...onId, ...onRow];
  const [row] = await search.tx.rows<{ count: number }>(sql`
    select count(*)::int as count from (
      select from ${source(search, null, sql`limit ${scanned}`, { row: onRow.length > 0, all: true })}
      ${where.length === 0 ? empty : sql`where ${join(where, ' and ')}`}
      limit ${limit}) as hit`);
  return row!.count;
}

/**
 * Counts the prospects that are among the first of every start, each of which is read in proportion to
 * its hits. Reading entries of an index in a row is far cheaper than looking each of them up.
 */
export async function countCommon(
  search: Search,
  starts: Start[],
  scanned: number,
): Promise<number> {
  const bounds = boundsOf(search, null);
  const fewest = Math.min(...starts.map(({ hits }) => hits));
  const first = ({ ids, hits }: Start) => sql`
    (select h.id from (${ids(bounds)}) as h
     order by ${search.sort.order} limit ${Math.ceil((scanned * hits) / fewest)})`;
  const [row] = await search.tx.rows<{ count: number }>(sql`
    select count(*)::int as count from (${join(starts.map(first), ' intersect ')}) as hit`);
  return row!.count;
}

/** The last position that was checked when the limit was reached; null if everything was checked. */
export async function scanLimitPosition(
  search: Search,
  after: ValuePosition | null,
  scanned = maxChecked(search),
): Promise<Omit<Hit, 'total'> | null> {
  const { sort, tx } = search;
  const [last, unseen] = await tx.rows<Omit<Hit, 'total'>>(sql`
    select h.id, ${sort.value} as value
    from ${source(search, after, sql`offset ${scanned - 1} limit 2`, {
      row: !sort.isById,
      all: false,
    })}
    order by ${sort.order}`);
  return unseen ? last! : null;
}
