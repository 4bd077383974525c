import { z } from 'zod';
import { runTaskInSlices } from '../core/tasks/run-task-in-slices.ts';
import type { Tx } from '../platform/db/index.ts';
import { defineJob } from '../platform/queue/job.ts';
import {
  insertReplays,
  resetFailedDeliveries,
  type StoredPosition,
  selectReplayedEvents,
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
  runTaskInSlices(replayTask, deps, async ({ tx, actor: { correlationId } }, task) => {
    const input = task.input as ReplayInput;
    const after = task.position as StoredPosition | null;
    const { positions, sent } = await replayBatch(tx, input, after);
    await scheduleDelivery(tx, [input.webhookId], correlationId);
    const isLast = positions.length < batchSize;
    return {
      done: positions.length,
      counts: { sent },
      position: positions.at(-1) ?? after,
      ...(isLast && { total: task.done + positions.length }),
      isLast,
    };
  });

async function replayBatch(tx: Tx, { webhookId, span }: ReplayInput, after: StoredPosition | null) {
  if (!span) {
    const positions = await resetFailedDeliveries(tx, webhookId, after, batchSize);
    return { positions, sent: positions.length };
  }
  const positions = await selectReplayedEvents(tx, webhookId, { ...span, after, most: batchSize });
  const subscribed = positions.filter(({ isSubscribed }) => isSubscribed);
  return { positions, sent: await insertReplays(tx, webhookId, subscribed) };
}
