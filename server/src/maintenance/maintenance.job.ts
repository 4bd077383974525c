import type { FastifyBaseLogger } from 'fastify';
import { type Database, empty, type Sql, sql } from '../platform/db/index.ts';
import { defineScheduledJob } from '../platform/queue/job.ts';
import type { ScheduledJobContext } from '../platform/queue/job-registry.ts';
import { createPartitions, dropOldPartitions, partitionedTableNames } from './partitions.ts';

interface MaintenanceContext {
  db: Database;
  /** The current time; tests set their own. */
  at: Date;
  /** Aborted when the step's time is up, or the worker stops. */
  signal: AbortSignal;
  log: FastifyBaseLogger;
}

/** A step must be safe to repeat and independent of other steps. */
export interface MaintenanceStep {
  name: string;
  run: (context: MaintenanceContext) => Promise<void>;
}

const batchSize = 5_000;
const statementMs = 10_000;

const statementStep = (name: string, text: Sql): MaintenanceStep => ({
  name,
  run: async ({ db }) => {
    await db.runMaintenance(text, statementMs);
  },
});

/**
 * Deletes expired rows in batches until none is left or the time is up. The SQL function takes the
 * instant, if it needs it, and the batch size, and returns the number of deleted rows.
 */
const purgeStep = (
  name: string,
  purgeFunction: Sql,
  { takesInstant = false } = {},
): MaintenanceStep => ({
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

/** The steps run every hour in this order. All data with a retention period needs a step. */
export const maintenanceSteps: MaintenanceStep[] = [
  ...partitionedTableNames.map(
    (table): MaintenanceStep => ({
      name: `create partitions of ${table}`,
      run: ({ db, at }) => createPartitions(db, table, at),
    }),
  ),
  ...partitionedTableNames.map(
    (table): MaintenanceStep => ({
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
  // No attempt takes that long.
  statementStep(
    'delete old job claims',
    sql`delete from job_claim where began_at < now() - interval '2 hours'`,
  ),
  purgeStep('delete expired idempotency keys', sql`purge_idempotency`),
  purgeStep('delete old imports', sql`purge_imports`),
  purgeStep('delete old exports', sql`purge_exports`),
  purgeStep('delete old background jobs', sql`purge_tasks`),
  purgeStep('delete old enrichments', sql`purge_enrichments`),
  purgeStep('delete old audit entries', sql`purge_audit`),
  purgeStep(
    'delete texts of messages that a workspace keeps for a shorter time',
    sql`purge_message_texts`,
    { takesInstant: true },
  ),
  purgeStep('delete expired sessions', sql`purge_sign_ins`),
  purgeStep('delete expired invitations', sql`purge_invitations`),
  purgeStep('delete expired connect codes', sql`purge_connect_requests`),
  purgeStep('delete old notifications', sql`purge_notifications`),
  purgeStep('notify of due follow-ups', sql`notify_of_follow_ups`, { takesInstant: true }),
  purgeStep('delete old webhook hours', sql`purge_webhook_hours`),
];

/** A step starts no statement after this time; each statement has its own timeout. */
const stepSeconds = 20;

export const maintenanceJob = defineScheduledJob({
  name: 'maintenance',
  everySeconds: 3_600,
  timeLimitSeconds: maintenanceSteps.length * 2 * stepSeconds,
});

/** Runs every step, even if others fail, and fails at the end if any step failed. */
export const runMaintenance =
  ({ db }: { db: Database }, steps: MaintenanceStep[] = maintenanceSteps, at?: Date) =>
  async ({
    signal: workerSignal,
    log,
  }: Pick<ScheduledJobContext, 'signal' | 'log'>): Promise<void> => {
    const failed: string[] = [];
    for (const { name, run } of steps) {
      if (workerSignal.aborted) break;
      const signal = AbortSignal.any([workerSignal, AbortSignal.timeout(stepSeconds * 1_000)]);
      try {
        await run({ db, at: at ?? new Date(), signal, log });
      } catch (error) {
        log.error({ err: error, step: name }, 'maintenance step failed');
        failed.push(`${name} (${error instanceof Error ? error.message : String(error)})`);
      }
    }
    if (failed.length > 0)
      throw new Error(`${failed.length} of ${steps.length} steps failed: ${failed.join('; ')}`);
  };
