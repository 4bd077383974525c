import { backfillSearch } from '../core/prospects/backfill.ts';
import type { Database } from '../platform/db/index.ts';
import { scheduledJob } from '../platform/queue/job.ts';
import type { ScheduledJobContext } from '../platform/queue/registry.ts';

export const searchBackfill = scheduledJob({
  name: 'search-backfill',
  everySeconds: 60,
  timeLimitSeconds: 3_600,
});

/** Indexes what processes of the previous version write during an upgrade. */
export const runSearchBackfill =
  ({ db }: { db: Database }) =>
  async ({ signal }: Pick<ScheduledJobContext, 'signal'>): Promise<void> => {
    await backfillSearch(db, () => signal.aborted);
  };
