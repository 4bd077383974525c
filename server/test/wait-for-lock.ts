import { expect } from 'vitest';
import { type Database, sql } from '../src/platform/db/index.ts';

/** Waits until so many transactions in this database wait for a lock. */
export const waitForLock = (owner: Database, count = 1): Promise<void> =>
  expect
    .poll(
      async () => {
        const waiting = await owner.query(sql`
          select distinct waits.pid from pg_locks waits
          join pg_locks held on held.pid = waits.pid
          join pg_database here on here.oid = held.database and here.datname = current_database()
          where not waits.granted`);
        return waiting.length;
      },
      { interval: 5, timeout: 60_000 },
    )
    .toBeGreaterThanOrEqual(count);
