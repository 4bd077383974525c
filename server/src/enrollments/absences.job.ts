import { type Database, sql } from '../platform/db/index.ts';
import { scheduledJob } from '../platform/queue/job.ts';
import type { ScheduledJobContext } from '../platform/queue/registry.ts';

const batchSize = 1_000;

export const endAbsences = scheduledJob({ name: 'end-absences', everySeconds: 60 });

/** Continues the campaigns of people who are back. */
export const runEndAbsences =
  ({ db, clock }: { db: Database; clock: () => Date }) =>
  async ({ signal }: Pick<ScheduledJobContext, 'signal'>): Promise<void> => {
    for (let ended = batchSize; ended >= batchSize && !signal.aborted; ) {
      const [row] = await db.ask<{ ended: number }>(
        sql`select end_absences(${clock()}, ${batchSize}) as ended`,
      );
      ended = row!.ended;
    }
  };
