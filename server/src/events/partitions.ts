import { type Database, sql } from '../platform/db/index.ts';

/** Makes what the next months need; safe to run at any time, by any number of processes. */
export const makePartitions = async (db: Database): Promise<void> => {
  await db.ask(sql`select make_event_partitions()`);
};

/** What this process lacks to write events; asked by /readyz. */
export async function missingPartitions(db: Database): Promise<string[]> {
  const rows = await db.ask<{ name: string; made: boolean }>(sql`
    select name, to_regclass(name) is not null as made
    from (values (event_partition(current_month())),
                 (event_partition((current_month() + interval '1 month')::date))) as needed (name)`);
  return rows.filter(({ made }) => !made).map(({ name }) => `the partition ${name} is missing`);
}
