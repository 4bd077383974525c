import { setTimeout as sleep } from 'node:timers/promises';
import { sqlState } from '../platform/db/failure.ts';
import { type Database, sql } from '../platform/db/index.ts';

const limitMs = 10_000;
const dropAttempts = 5;
const dropPauseMs = 500;

/** The tables that are split by time, those of deliveries together. */
const splitTables = {
  events: { make: sql`make_event_partitions`, drop: sql`drop_old_event_partitions` },
  deliveries: { make: sql`make_delivery_partitions`, drop: sql`drop_old_deliveries` },
  'request log': { make: sql`make_request_log_partitions`, drop: sql`drop_old_requests` },
};
export type SplitTable = keyof typeof splitTables;
export const allSplitTables = Object.keys(splitTables) as SplitTable[];

/** Makes what this instant and those after it need; safe at any time, from any number of processes. */
export async function makePartitions(
  db: Database,
  table: SplitTable,
  at = new Date(),
): Promise<void> {
  await db.maintain(sql`select ${splitTables[table].make}(${at})`, limitMs);
}

/** Those of every table. One that fails does not keep the others from being made; all failures are thrown. */
export async function makeAllPartitions(db: Database, at = new Date()): Promise<void> {
  const failures: Error[] = [];
  for (const table of allSplitTables)
    await makePartitions(db, table, at).catch((error: Error) => failures.push(error));
  if (failures.length > 0)
    throw new AggregateError(failures, failures.map(({ message }) => message).join('; '));
}

/** What a process lacks to write events, deliveries and its log; asked by /readyz. */
export async function missingPartitions(db: Database, at = new Date()): Promise<string[]> {
  const rows = await db.ask<{ name: string }>(sql`
    with today as (select (${at}::timestamptz at time zone 'UTC')::date as day),
    needed as (
      select 'event' as of_table, event_partition((date_trunc('month', day) + ahead * interval '1 month')::date) as name
      from today, generate_series(0, 1) as ahead
      union all
      select of_table, day_partition(of_table, day + ahead)
      from today, generate_series(0, 1) as ahead, unnest(array['delivery', 'delivery_attempt', 'request_log']) as of_table
    )
    select name from needed where not has_partition(of_table, name) order by name`);
  return rows.map(({ name }) => `the partition ${name} is missing`);
}

interface Dropped {
  dropped: string[];
  /** Whether old ones are left because their table was in use. */
  inUse: boolean;
}

/**
 * Drops what is no longer kept, one partition at a time. Behind a backup or a long read the lock is not
 * to be had, and waiting for it would hold up every writer: then it stays for the next time.
 */
export async function dropOldPartitions(
  db: Database,
  table: SplitTable,
  at = new Date(),
): Promise<Dropped> {
  const dropped: string[] = [];
  for (let attempt = 1; ; ) {
    try {
      const rows = await db.maintain<{ name: string }>(
        sql`select name from ${splitTables[table].drop}(${at}) as name`,
        limitMs,
      );
      if (rows.length === 0) return { dropped, inUse: false };
      dropped.push(...rows.map(({ name }) => name));
    } catch (error) {
      if (sqlState(error) !== lockNotAvailable) throw error;
      if (attempt++ === dropAttempts) return { dropped, inUse: true };
      await sleep(dropPauseMs);
    }
  }
}

const lockNotAvailable = '55P03';
