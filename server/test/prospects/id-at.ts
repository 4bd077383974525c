import { type Sql, sql } from '../../src/platform/db/index.ts';

/** A random id with this time in it, as the service makes them. */
export const idAt = (time: Sql): Sql => {
  const hex = sql`lpad(to_hex((extract(epoch from ${time}) * 1000)::bigint), 12, '0')`;
  return sql`overlay(overlay(gen_random_uuid()::text placing substr(${hex}, 1, 8) from 1)
    placing substr(${hex}, 9, 4) from 10)::uuid`;
};
