import { z } from 'zod';
import type { Tx } from '../platform/db/index.ts';
import { job } from '../platform/queue/job.ts';
import { inSlices } from '../tasks/in-slices.ts';
import { insertReplays, type Place, renewFailed, selectEvents } from './log-sql.ts';
import { wake } from './wake.ts';

const sliceSize = 200;

export const replayTask = job({
  name: 'replay-task',
  payload: z.object({ taskId: z.guid() }),
  retry: { limit: 20, delaySeconds: 1, backoff: false },
});

/** Either a span of time, or whatever has failed. */
export interface ReplayInput {
  webhookId: string;
  span: { from: string; before: string } | null;
}

/** Sends events again, oldest first. */
export const runReplayTask = () =>
  inSlices(replayTask, async (tx, task, { correlationId }) => {
    const input = task.input as ReplayInput;
    const after = task.position as Place | null;
    const { seen, sent } = await renewSome(tx, input, after);
    await wake(tx, [input.webhookId], correlationId);
    const isLast = seen.length < sliceSize;
    return {
      done: seen.length,
      counts: { sent },
      position: seen.at(-1) ?? after,
      ...(isLast && { total: task.done + seen.length }),
      isLast,
    };
  });

async function renewSome(tx: Tx, { webhookId, span }: ReplayInput, after: Place | null) {
  if (!span) {
    const seen = await renewFailed(tx, webhookId, after, sliceSize);
    return { seen, sent: seen.length };
  }
  const seen = await selectEvents(tx, webhookId, { ...span, after, most: sliceSize });
  const wanted = seen.filter(({ isWanted }) => isWanted);
  return { seen, sent: await insertReplays(tx, webhookId, wanted) };
}
