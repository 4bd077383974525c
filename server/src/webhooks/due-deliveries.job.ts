import { type Database, sql } from '../platform/db/index.ts';
import { gauge } from '../platform/observe/metrics.ts';
import { defineScheduledJob } from '../platform/queue/job.ts';
import type { ScheduledJobContext } from '../platform/queue/job-registry.ts';
import { scheduleDelivery } from './schedule-delivery.ts';

const batchSize = 1_000;

const webhooksDue = gauge(
  'outcrop_webhooks_due',
  'Webhooks with due deliveries that no job has taken; at most 1,000 are counted',
);

export const dueDeliveries = defineScheduledJob({ name: 'due-deliveries', everySeconds: 60 });

/** Schedules webhooks with due deliveries, or whose lease has expired. */
export const runDueDeliveries =
  ({ db }: { db: Database }) =>
  async ({ signal }: ScheduledJobContext): Promise<void> => {
    while (!signal.aborted) {
      const due = await selectDueWebhooks(db);
      for (const [workspaceId, webhooks] of Map.groupBy(due, (one) => one.workspaceId)) {
        const ids = webhooks.map(({ id }) => id);
        await db.transaction(workspaceId, (tx) => scheduleDelivery(tx, ids, null));
      }
      if (due.length < batchSize) return;
    }
  };

const selectDueWebhooks = (db: Database) =>
  db.query<{ workspaceId: string; id: string }>(
    sql`select workspace_id as "workspaceId", id from due_webhooks(${batchSize})`,
  );

/** Updates the metric. Without the database, it has no value rather than an old one. */
export async function measureDueWebhooks(db: Database): Promise<void> {
  webhooksDue.remove();
  webhooksDue.set((await selectDueWebhooks(db)).length);
}
