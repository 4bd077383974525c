import { type Database, sql } from '../platform/db/index.ts';
import { scheduledJob } from '../platform/queue/job.ts';
import type { ScheduledJobContext } from '../platform/queue/registry.ts';
import { scheduleDelivery } from './schedule-delivery.ts';

const batchSize = 1_000;

export const dueDeliveries = scheduledJob({ name: 'due-deliveries', everySeconds: 60 });

/** Schedules webhooks with due deliveries, or whose lease has expired. */
export const runDueDeliveries =
  ({ db }: { db: Database }) =>
  async ({ signal }: ScheduledJobContext): Promise<void> => {
    while (!signal.aborted) {
      const due = await db.ask<{ workspaceId: string; id: string }>(
        sql`select workspace_id as "workspaceId", id from due_webhooks(${batchSize})`,
      );
      for (const [workspaceId, webhooks] of Map.groupBy(due, (one) => one.workspaceId)) {
        const ids = webhooks.map(({ id }) => id);
        await db.transaction(workspaceId, (tx) => scheduleDelivery(tx, ids, null));
      }
      if (due.length < batchSize) return;
    }
  };
