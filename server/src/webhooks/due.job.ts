import { type Database, sql } from '../platform/db/index.ts';
import { chore } from '../platform/queue/job.ts';
import type { ChoreContext } from '../platform/queue/line.ts';
import { wake } from './wake.ts';

const atOnce = 1_000;

export const dueDeliveries = chore({ name: 'due-deliveries', everySeconds: 60 });

/** Wakes the webhooks whose deliveries have waited long enough, or whose attendant was lost. */
export const runDueDeliveries =
  (db: Database) =>
  async ({ signal }: ChoreContext): Promise<void> => {
    while (!signal.aborted) {
      const due = await db.ask<{ workspaceId: string; id: string }>(
        sql`select workspace_id as "workspaceId", id from webhooks_to_wake(${atOnce})`,
      );
      for (const [workspaceId, webhooks] of Map.groupBy(due, (one) => one.workspaceId)) {
        const ids = webhooks.map(({ id }) => id);
        await db.transaction(workspaceId, (tx) => wake(tx, ids, null));
      }
      if (due.length < atOnce) return;
    }
  };
