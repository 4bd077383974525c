import { type Database, sql } from '../db/index.ts';

/** A worker that was killed is counted for up to 18 seconds. */
export const selectRunningWorkers = sql`select count_running_workers() as workers`;

export async function countRunningWorkers(db: Database): Promise<number> {
  const [row] = await db.query<{ workers: number }>(selectRunningWorkers);
  return row!.workers;
}
