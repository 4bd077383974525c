import { setTimeout as sleep } from 'node:timers/promises';
import { sqlState } from '../platform/db/database-failure.ts';
import { type Database, sql } from '../platform/db/index.ts';

const statementMs = 10_000;
const dropAttempts = 5;
const dropPauseMs = 500;

/** Tables partitioned by time. The delivery tables are handled together. */
const partitionedTables = {
  events: { create: sql`make_event_partitions`, drop: sql`drop_old_event_partitions` },
  deliveries: { create: sql`make_delivery_partitions`, drop: sql`drop_old_deliveries` },
  messages: { create: sql`make_message_partitions`, drop: sql`drop_old_messages` },
  'request log': { create: sql`make_request_log_partitions`, drop: sql`drop_old_requests` },
};
export type PartitionedTable = keyof typeof partitionedTables;
export const partitionedTableNames = Object.keys(partitionedTables) as PartitionedTable[];

/** Creates the partitions needed from this time on. Safe to run concurrently. */
export async function createPartitions(
  db: Database,
  table: PartitionedTable,
  at = new Date(),
): Promise<void> {
  await db.runMaintenance(sql`select ${partitionedTables[table].create}(${at})`, statementMs);
}

/** Creates the partitions of all tables. Tries each table, then throws all failures. */
export async function createAllPartitions(db: Database, at = new Date()): Promise<void> {
  const failures: Error[] = [];
  for (const table of partitionedTableNames)
    await createPartitions(db, table, at).catch((error: Error) => failures.push(error));
  if (failures.length > 0)
    throw new AggregateError(failures, failures.map(({ message }) => message).join('; '));
}

/** Lists missing partitions for /readyz. */
export async function missingPartitions(db: Database, at = new Date()): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    with today as (select (${at}::timestamptz at time zone 'UTC')::date as day),
    needed as (
      select of_table, month_partition(of_table, (date_trunc('month', day) + ahead * interval '1 month')::date) as name
      from today, generate_series(0, 1) as ahead, unnest(array['event', 'message_body', 'message_word']) as of_table
      union all
      select of_table, day_partition(of_table, day + ahead)
      from today, generate_series(0, 1) as ahead, unnest(array['delivery', 'delivery_attempt', 'request_log']) as of_table
    )
    select name from needed where not has_partition(of_table, name) order by name`);
  return rows.map(({ name }) => `the partition ${name} is missing`);
}

interface DroppedPartitions {
  dropped: string[];
  /** Whether old partitions remain because their table was in use. */
  inUse: boolean;
}

/**
 * Drops expired partitions one at a time. A backup or a long read holds their lock. Waiting for it
 * would block every writer, so the next run drops the partition.
 */
export async function dropOldPartitions(
  db: Database,
  table: PartitionedTable,
  at = new Date(),
): Promise<DroppedPartitions> {
  const dropped: string[] = [];
  for (let attempt = 1; ; ) {
    try {
      const rows = await db.runMaintenance<{ name: string }>(
        sql`select name from ${partitionedTables[table].drop}(${at}) as name`,
        statementMs,
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
