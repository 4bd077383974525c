import type { ProspectSort } from '@outcrop/contract';
import type { ValuePosition } from '../../platform/cursor.ts';
import { join, type Sql, sql, type Tx } from '../../platform/db/index.ts';
import { type MembershipKind, membershipTables } from '../lists-and-tags/memberships.sql.ts';
import { isSortedById, type PlanFilters } from './search-plan-rules.ts';
import { stagePosition } from './word-rules.ts';

/** A condition on the id `h.id` alone, or on the prospect `p`. */
type FilterCondition<Value> =
  | { onId: (value: Value, tx: Tx) => Sql }
  | { onRow: (value: Value) => Sql };

export const joinConditions = (conditions: Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : join(conditions, ' and ');

/** A single value is compared by itself, so that the index returns the ids in their order. */
export const equalsAnyOf = (column: Sql, values: (string | number)[], type: Sql): Sql =>
  values.length === 1
    ? sql`${column} = ${values[0]}::${type}`
    : sql`${column} = any(${values}::${type}[])`;

const isPresent = (column: Sql) => (value: boolean) =>
  value ? sql`${column} is not null` : sql`${column} is null`;
const isMember = (kind: MembershipKind) => (ids: string[], tx: Tx) => {
  const { table, column } = membershipTables[kind];
  // OFFSET 0 forces one lookup per prospect; as a join it would read the whole list, and without
  // statistics that took seconds.
  return sql`exists (
    select from ${table} m
    where m.workspace_id = ${tx.workspaceId} and m.prospect_id = h.id and m.${column} = any(${ids}::uuid[])
    offset 0)`;
};

/** One entry for each filter. A new filter is added here, in `PlanFilters`, and in the contract. */
const conditions: {
  [Name in Exclude<keyof PlanFilters, 'fromId' | 'beforeId'>]-?: FilterCondition<
    NonNullable<PlanFilters[Name]>
  >;
} = {
  ids: { onRow: (ids) => sql`p.id = any(${ids}::uuid[])` },
  list: { onId: isMember('list') },
  tag: { onId: isMember('tag') },
  campaign: { onId: isMember('campaign') },
  stage: {
    onRow: (stages) => equalsAnyOf(sql`p.stage_position`, stages.map(stagePosition), sql`smallint`),
  },
  source: { onRow: (sources) => sql`p.source_type = any(${sources}::text[])` },
  company: { onRow: (company) => sql`p.company_key = ${company}` },
  owner: {
    onRow: (owner) =>
      owner === 'none' ? sql`p.owner_id is null` : sql`p.owner_id = ${owner}::uuid`,
  },
  enrichmentStatus: {
    onRow: (status) => sql`p.enrichment_status = ${status}::enrichment_status`,
  },
  hasEmail: { onRow: isPresent(sql`p.email`) },
  hasLinkedin: { onRow: isPresent(sql`p.linkedin_url`) },
  hasPhone: { onRow: isPresent(sql`p.phone`) },
  doNotContact: { onRow: (value) => sql`p.do_not_contact = ${value}` },
  updatedFrom: { onRow: (from) => sql`p.updated_at >= ${from}` },
  updatedBefore: { onRow: (before) => sql`p.updated_at < ${before}` },
  words: {
    onRow: (words) =>
      joinConditions(words.map(({ text }) => sql`p.search_text like ${containing(text)}`)),
  },
};

const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** The conditions of the filters on `h.id` and on the row `p`, without the bounds of the ids. */
export function conditionsOf(tx: Tx, filters: PlanFilters): { onId: Sql[]; onRow: Sql[] } {
  const [onId, onRow]: [Sql[], Sql[]] = [[], []];
  for (const [name, condition] of Object.entries(conditions) as [
    keyof PlanFilters,
    FilterCondition<unknown>,
  ][]) {
    const value = filters[name];
    if (value === undefined) continue;
    if ('onId' in condition) onId.push(condition.onId(value, tx));
    else onRow.push(condition.onRow(value));
  }
  return { onId, onRow };
}

interface SortColumn {
  column: Sql;
  /** The sorted value as text, for a cursor. */
  text: Sql;
  /** The value of such a text. */
  value: (text: string) => Sql;
  isText: (text: string) => boolean;
}

const isTime = (text: string): boolean => /^\d{1,14}$/.test(text);
const timeColumn = (column: Sql): SortColumn => ({
  column,
  text: sql`(extract(epoch from ${column}) * 1000)::bigint::text`,
  value: (text) => sql`${new Date(Number(text))}::timestamptz`,
  isText: isTime,
});
const textColumn = (column: Sql): SortColumn => ({
  column,
  text: column,
  value: (text) => sql`${text}`,
  isText: (text) => !text.includes('\0'),
});

/** Each has an index that ends with the id. */
const sortColumns: Record<string, SortColumn> = {
  updatedAt: timeColumn(sql`p.updated_at`),
  lastActivityAt: timeColumn(sql`p.last_activity_at`),
  name: textColumn(sql`p.sort_name`),
  company: textColumn(sql`p.company_key`),
  stage: {
    column: sql`p.stage_position`,
    text: sql`p.stage_position::text`,
    value: (text) => sql`${text}::smallint`,
    isText: (text) => /^\d$/.test(text),
  },
};
const columnOf = (sort: ProspectSort): SortColumn => sortColumns[sort.replace('-', '')]!;
const isDescending = (sort: ProspectSort): boolean => sort.startsWith('-');

/** The order of hits. `h` has their ids, `p` is the prospect. */
export function sortOrder(sort: ProspectSort): Sql {
  const direction = isDescending(sort) ? sql`desc` : sql`asc`;
  return isSortedById(sort)
    ? sql`h.id ${direction}`
    : sql`${columnOf(sort).column} ${direction}, p.id ${direction}`;
}

/** The condition for hits after a position. `id` is the column of the ids, such as that of an index. */
export function isAfterPosition(sort: ProspectSort, position: ValuePosition, id = sql`h.id`): Sql {
  const comesAfter = isDescending(sort) ? sql`<` : sql`>`;
  if (isSortedById(sort)) return sql`${id} ${comesAfter} ${position.id}::uuid`;
  const { column, value } = columnOf(sort);
  return sql`(${column}, p.id) ${comesAfter} (${value(position.value)}, ${position.id}::uuid)`;
}

/** The sorted value as text, for a cursor; null for an order by id. */
export const sortedText = (sort: ProspectSort): Sql =>
  isSortedById(sort) ? sql`null::text` : columnOf(sort).text;

export const isSortedText =
  (sort: ProspectSort) =>
  (text: string): boolean =>
    isSortedById(sort) ? isTime(text) : columnOf(sort).isText(text);
