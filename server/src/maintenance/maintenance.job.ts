import type { FastifyBaseLogger } from 'fastify';
import { type Database, empty, type Sql, sql } from '../platform/db/index.ts';
import { defineScheduledJob } from '../platform/queue/job.ts';
import type { ScheduledJobContext } from '../platform/queue/job-registry.ts';
import { allPartitionedTables, createPartitions, dropOldPartitions } from './partitions.ts';

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

const statement = (name: string, text: Sql): Step => ({
  name,
  run: async ({ db }) => {
    await db.runMaintenance(text, statementMs);
  },
});

/**
 * Deletes expired rows in batches until none is left or the time is up. The function takes a batch
 * size, some after the instant, and returns how many rows it deleted.
 */
const purge = (name: string, purgeFunction: Sql, { takesInstant = false } = {}): Step => ({
  name,
  run: async ({ db, at, signal }) => {
    const instant = takesInstant ? sql`${at}::timestamptz, ` : empty;
    for (let purged = batchSize; purged >= batchSize && !signal.aborted; ) {
      const [row] = await db.runMaintenance<{ count: number }>(
        sql`select ${purgeFunction}(${instant}${batchSize}::integer) as count`,
        statementMs,
      );
      purged = row!.count;
    }
  },
});

/** Runs every hour, in this order. Everything with a retention period has a step here. */
export const steps: Step[] = [
  ...allPartitionedTables.map(
    (table): Step => ({
      name: `create partitions of ${table}`,
      run: ({ db, at }) => createPartitions(db, table, at),
    }),
  ),
  ...allPartitionedTables.map(
    (table): Step => ({
      name: `drop old partitions of ${table}`,
      run: async ({ db, at, log }) => {
        const { dropped, inUse } = await dropOldPartitions(db, table, at);
        if (dropped.length > 0) log.info({ dropped }, 'old partitions dropped');
        if (inUse)
          log.warn(
            { table },
            'old partitions are in use, perhaps by a backup; they will be dropped later',
          );
      },
    }),
  ),
  // Longer than any attempt takes.
  statement(
    'delete old job claims',
    sql`delete from job_claim where began_at < now() - interval '2 hours'`,
  ),
  purge('delete expired idempotency keys', sql`purge_idempotency`),
  purge('delete old imports', sql`purge_imports`),
  purge('delete old exports', sql`purge_exports`),
  purge('delete old background jobs', sql`purge_tasks`),
  purge('delete old enrichments', sql`purge_enrichments`),
  purge('delete old audit entries', sql`purge_audit`),
  purge(
    'delete texts of messages that a workspace keeps for a shorter time',
    sql`purge_message_texts`,
    { takesInstant: true },
  ),
  purge('delete expired sessions', sql`purge_sign_ins`),
  purge('delete expired invitations', sql`purge_invitations`),
  purge('delete expired connect codes', sql`purge_connect_requests`),
  purge('delete old notifications', sql`purge_notifications`),
  purge('notify of due follow-ups', sql`notify_of_follow_ups`, { takesInstant: true }),
  purge('delete old webhook hours', sql`purge_webhook_hours`),
];

/** A step starts no statement after this time; each statement has its own timeout. */
const stepSeconds = 20;

export const maintenance = defineScheduledJob({
  name: 'maintenance',
  everySeconds: 3_600,
  timeLimitSeconds: steps.length * 2 * stepSeconds,
});

/** Runs every step, even if others fail, and fails at the end if any step failed. */
export const runMaintenance =
  ({ db }: { db: Database }, chosen: Step[] = steps, at?: Date) =>
  async ({ signal: stopping, log }: Pick<ScheduledJobContext, 'signal' | 'log'>): Promise<void> => {
    const failed: string[] = [];
    for (const { name, run } of chosen) {
      if (stopping.aborted) break;
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(stepSeconds * 1_000)]);
      try {
        await run({ db, at: at ?? new Date(), signal, log });
      } catch (error) {
        log.error({ err: error, step: name }, 'maintenance step failed');
        failed.push(`${name} (${error instanceof Error ? error.message : String(error)})`);
      }
    }
    if (failed.length > 0)
      throw new Error(`${failed.length} of ${chosen.length} steps failed: ${failed.join('; ')}`);
  };
