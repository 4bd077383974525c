import type { EnrichmentFailure } from '../core/prospects/enrichment-findings.sql.ts';
import { type Database, sql } from '../platform/db/index.ts';
import { defineScheduledJob } from '../platform/queue/job.ts';
import type { ScheduledJobContext } from '../platform/queue/job-registry.ts';
import { selectOverdueWork } from './enrichments.sql.ts';
import { refundWork } from './save-result.ts';

const batchSize = 100;
const timedOut: EnrichmentFailure = {
  reason: 'timed_out',
  message: 'The work was not completed within 24 hours.',
};

export const overdueEnrichment = defineScheduledJob({
  name: 'overdue-enrichment',
  everySeconds: 60,
});

/** Refunds work that has not ended by its deadline. */
export const runOverdueEnrichment =
  ({ db }: { db: Database }) =>
  async ({ signal }: ScheduledJobContext): Promise<void> => {
    while (!signal.aborted) {
      const workspaces = await db.query<{ id: string }>(
        sql`select id from workspaces_with_overdue_enrichment(${batchSize}) as id`,
      );
      if (workspaces.length === 0) return;
      for (const { id } of workspaces)
        await db.transaction(id, async (tx) =>
          refundWork(tx, await selectOverdueWork(tx, batchSize), timedOut),
        );
    }
  };
