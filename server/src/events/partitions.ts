import { type Database, sql } from '../platform/db/index.ts';

/** Makes what the next months and days need; safe to run at any time, by any number of processes. */
export const makePartitions = async (db: Database): Promise<void> => {
  await db.ask(sql`
    select make_event_partitions(), make_delivery_partitions(), make_request_log_partitions()`);
};

/** What this process lacks to write events, deliveries and its log; asked by /readyz. */
export async function missingPartitions(db: Database): Promise<string[]> {
  const rows = await db.ask<{ name: string; made: boolean }>(sql`
    with today as (select (now() at time zone 'UTC')::date as day)
    select name, to_regclass(name) is not null as made
    from today, lateral (values
      (event_partition(current_month())),
      (event_partition((current_month() + interval '1 month')::date)),
      (day_partition('delivery', day)),
      (day_partition('delivery', day + 1)),
      (day_partition('delivery_attempt', day)),
      (day_partition('delivery_attempt', day + 1)),
      (day_partition('request_log', day)),
      (day_partition('request_log', day + 1))) as needed (name)`);
  return rows.filter(({ made }) => !made).map(({ name }) => `the partition ${name} is missing`);
}

/** Drops what is no longer kept, and tells which. */
export async function dropOldPartitions(db: Database): Promise<string[]> {
  const dropped = await db.ask<{ name: string }>(sql`
    select name from drop_old_event_partitions() as name
    union all select name from drop_old_deliveries() as name
    union all select name from drop_old_requests() as name`);
  return dropped.map(({ name }) => name);
}
