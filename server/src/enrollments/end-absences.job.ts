import { type Database, type Sql, sql } from '../platform/db/index.ts';
import { defineScheduledJob } from '../platform/queue/job.ts';
import type { ScheduledJobContext } from '../platform/queue/job-registry.ts';

const batchSize = 1_000;

export const endAbsences = defineScheduledJob({ name: 'end-absences', everySeconds: 60 });

/**
 * Continues the campaigns of prospects who are back. Holds the enrollments of removed mailboxes that
 * were away, or whose email was being sent, when the mailbox was removed.
 */
export const runEndAbsences =
  ({ db, clock }: { db: Database; clock: () => Date }) =>
  async ({ signal }: Pick<ScheduledJobContext, 'signal'>): Promise<void> => {
    await inBatches(sql`select end_absences(${clock()}, ${batchSize}) as changed`);
    await inBatches(sql`select hold_enrollments_of_removed_mailboxes(${batchSize}) as changed`);

    async function inBatches(statement: Sql): Promise<void> {
      for (let changed = batchSize; changed >= batchSize && !signal.aborted; ) {
        const [row] = await db.query<{ changed: number }>(statement);
        changed = row!.changed;
      }
    }
  };
