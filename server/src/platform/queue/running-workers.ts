import { type Database, sql } from '../db/index.ts';

/** A worker that was killed is counted for up to 18 seconds. */
export async function countRunningWorkers(db: Database): Promise<number> {
  const [row] = await db.ask<{ workers: number }>(sql`select count_running_workers() as workers`);
  return row!.workers;
}
