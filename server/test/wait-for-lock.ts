import { expect } from 'vitest';
import { type Database, sql } from '../src/platform/db/index.ts';

/** Waits until a transaction in this database waits for a lock. */
export const waitForLock = (owner: Database): Promise<void> =>
  expect
    .poll(
      () =>
        owner.ask(sql`
          select 1 from pg_locks waits
          join pg_locks held on held.pid = waits.pid
          join pg_database here on here.oid = held.database and here.datname = current_database()
          where not waits.granted`),
      { interval: 5 },
    )
    .not.toEqual([]);
