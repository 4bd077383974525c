import type { FastifyBaseLogger } from 'fastify';
import { type Database, type Sql, sql } from '../platform/db/index.ts';

/** What a step of maintenance is given. */
interface StepContext {
  db: Database;
  /** The time that counts as now. */
  at: Date;
  /** Aborted when the step has had its time, or the worker must stop. */
  signal: AbortSignal;
  log: FastifyBaseLogger;
}

/** One thing that is done every hour. It is safe to repeat, and depends on no other step. */
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
 * Deletes rows that are no longer kept, with a function that takes a number of rows and returns how many
 * it deleted, until nothing is left or the step has had its time.
 */
export const purge = (name: string, purgeFunction: Sql): Step => ({
  name,
  run: async ({ db, signal }) => {
    for (let purged = batchSize; purged >= batchSize && !signal.aborted; ) {
      const [row] = await db.maintain<{ count: number }>(
        sql`select ${purgeFunction}(${batchSize}) as count`,
        statementMs,
      );
      purged = row!.count;
    }
  },
});
