import type { FastifyBaseLogger } from 'fastify';
import { type Database, empty, type Sql, sql } from '../platform/db/index.ts';

interface StepContext {
  db: Database;
  /** The current time; tests set their own. */
  at: Date;
  /** Aborted when the step's time is up, or the worker stops. */
  signal: AbortSignal;
  log: FastifyBaseLogger;
}

/** Runs every hour. Must be safe to repeat and independent of other steps. */
export interface Step {
  name: string;
  run: (context: StepContext) => Promise<void>;
}

const batchSize = 5_000;
const statementMs = 10_000;

export const statement = (name: string, text: Sql): Step => ({
  name,
  run: async ({ db }) => {
    await db.maintain(text, statementMs);
  },
});

/**
 * Deletes expired rows in batches until none is left or the time is up. The function takes a batch
 * size, some after the instant, and returns how many rows it deleted.
 */
export const purge = (name: string, purgeFunction: Sql, { takesInstant = false } = {}): Step => ({
  name,
  run: async ({ db, at, signal }) => {
    const instant = takesInstant ? sql`${at}::timestamptz, ` : empty;
    for (let purged = batchSize; purged >= batchSize && !signal.aborted; ) {
      const [row] = await db.maintain<{ count: number }>(
        sql`select ${purgeFunction}(${instant}${batchSize}::integer) as count`,
        statementMs,
      );
      purged = row!.count;
    }
  },
});
