import { type Database, sql } from '../platform/db/index.ts';
import { chore } from '../platform/queue/job.ts';
import type { ChoreContext } from '../platform/queue/line.ts';
import { giveBack } from './keep.ts';
import { selectOverdue, type Why } from './sql.ts';

const atOnce = 100;
const notInTime: Why = { reason: 'timed_out', message: 'It was not done within 24 hours.' };

export const overdueEnrichment = chore({ name: 'overdue-enrichment', everySeconds: 60 });

/** Gives back the credits of work that has not ended by its deadline, whatever became of it. */
export const runOverdueEnrichment =
  (db: Database) =>
  async ({ signal }: ChoreContext): Promise<void> => {
    while (!signal.aborted) {
      const workspaces = await db.ask<{ id: string }>(
        sql`select id from workspaces_with_overdue_enrichment(${atOnce}) as id`,
      );
      if (workspaces.length === 0) return;
      for (const { id } of workspaces)
        await db.transaction(id, async (tx) =>
          giveBack(tx, await selectOverdue(tx, atOnce), notInTime),
        );
    }
  };
