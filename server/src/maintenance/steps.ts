import { sql } from '../platform/db/index.ts';
import { allPartitionedTables, createPartitions, dropOldPartitions } from './partitions.ts';
import { purge, type Step, statement } from './step.ts';

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
