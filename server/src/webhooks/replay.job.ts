import { z } from 'zod';
import { inSlices } from '../core/tasks/in-slices.ts';
import type { Tx } from '../platform/db/index.ts';
import { defineJob } from '../platform/queue/job.ts';
import {
  insertReplays,
  resetFailedDeliveries,
  type StoredPosition,
  selectEvents,
} from './delivery-log.sql.ts';
import { scheduleDelivery } from './schedule-delivery.ts';

const batchSize = 200;

export const replayTask = defineJob({
  name: 'replay-task',
  payload: z.object({ taskId: z.guid() }),
  retry: { limit: 20, delaySeconds: 1, backoff: false },
});

/** A time range, or null for all failed deliveries. */
export interface ReplayInput {
  webhookId: string;
  span: { from: string; before: string } | null;
}

export const runReplayTask = (deps: unknown) =>
  inSlices(replayTask, deps, async ({ tx, actor: { correlationId } }, task) => {
    const input = task.input as ReplayInput;
    const after = task.position as StoredPosition | null;
    const { seen, sent } = await replayBatch(tx, input, after);
    await scheduleDelivery(tx, [input.webhookId], correlationId);
    const isLast = seen.length < batchSize;
    return {
      done: seen.length,
      counts: { sent },
      position: seen.at(-1) ?? after,
      ...(isLast && { total: task.done + seen.length }),
      isLast,
    };
  });

async function replayBatch(tx: Tx, { webhookId, span }: ReplayInput, after: StoredPosition | null) {
  if (!span) {
    const seen = await resetFailedDeliveries(tx, webhookId, after, batchSize);
    return { seen, sent: seen.length };
  }
  const seen = await selectEvents(tx, webhookId, { ...span, after, most: batchSize });
  const subscribed = seen.filter(({ isSubscribed }) => isSubscribed);
  return { seen, sent: await insertReplays(tx, webhookId, subscribed) };
}
