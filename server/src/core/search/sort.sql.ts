import type { ProspectSort } from '@outcrop/contract';
import type { ValuePosition } from '../../platform/cursor.ts';
import { type Sql, sql } from '../../platform/db/index.ts';

/** An order of hits. `h` has their ids, `p` is the prospect. */
export interface Sort {
  /** Whether the order is that of the ids, which begin with the time of creation. */
  isById: boolean;
  order: Sql;
  /** What comes after a position. */
  after: (position: ValuePosition) => Sql;
  /** What comes after an id, where the order is that of the ids. */
  afterId: (id: Sql, after: string) => Sql;
  /** The sorted value as text, for a cursor; null for an order by id. */
  value: Sql;
  isValue: (value: string) => boolean;
}

const isTime = (value: string): boolean => /^\d{1,14}$/.test(value);

interface SortColumn {
  column: Sql;
  value: Sql;
  parameter: (value: string) => Sql;
  isValue: (value: string) => boolean;
}

const time = (column: Sql): SortColumn => ({
  column,
  value: sql`(extract(epoch from ${column}) * 1000)::bigint::text`,
  parameter: (value) => sql`${new Date(Number(value))}::timestamptz`,
  isValue: isTime,
});
const text = (column: Sql): SortColumn => ({
  column,
  value: column,
  parameter: (value) => sql`${value}`,
  isValue: (value) => !value.includes('\0'),
});

/** Each has an index that ends with the id. */
const columns = {
  updatedAt: time(sql`p.updated_at`),
  lastActivityAt: time(sql`p.last_activity_at`),
  name: text(sql`p.sort_name`),
  company: text(sql`p.company_key`),
  stage: {
    column: sql`p.stage_position`,
    value: sql`p.stage_position::text`,
    parameter: (value: string) => sql`${value}::smallint`,
    isValue: (value: string) => /^\d$/.test(value),
  },
};

export function sortOf(sort: ProspectSort): Sort {
  const isDescending = sort.startsWith('-');
  const direction = isDescending ? sql`desc` : sql`asc`;
  const comesAfter = isDescending ? sql`<` : sql`>`;
  const afterId = (id: Sql, after: string) => sql`${id} ${comesAfter} ${after}::uuid`;
  const field = sort.replace('-', '');
  if (field === 'createdAt')
    return {
      isById: true,
      order: sql`h.id ${direction}`,
      after: ({ id }) => afterId(sql`h.id`, id),
      afterId,
      value: sql`null::text`,
      isValue: isTime,
    };
  const { column, value, parameter, isValue } = columns[field as keyof typeof columns];
  return {
    isById: false,
    order: sql`${column} ${direction}, p.id ${direction}`,
    after: (position) =>
      sql`(${column}, p.id) ${comesAfter} (${parameter(position.value)}, ${position.id}::uuid)`,
    afterId,
    value,
    isValue,
  };
}
