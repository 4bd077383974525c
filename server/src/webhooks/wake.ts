import { z } from 'zod';
import type { Tx } from '../platform/db/index.ts';
import { job } from '../platform/queue/job.ts';
import type { JobContext } from '../platform/queue/line.ts';
import { send } from '../platform/queue/send.ts';
import { attend } from './sql.ts';

/**
 * Sends what is due to one webhook. There is one such job for each at a time, and it is handed on
 * while more is due: so a receiver that hangs holds up nobody but itself, and one that is flooded
 * takes one turn like any other. An attendant that was replaced has nothing more to say.
 */
export const deliver = job({
  name: 'deliver',
  payload: z.object({ webhookId: z.guid(), attendant: z.guid() }),
  retry: { limit: 12, delaySeconds: 5, backoff: true },
  concurrency: 8,
  longBeside: 100,
});

/** Looks after a webhook again in a while, when an attempt is to be repeated soon. */
export const remind = job({ name: 'remind-webhook', payload: z.object({ webhookId: z.guid() }) });

/** To be called whenever deliveries to these webhooks have become due. */
export async function wake(
  tx: Tx,
  webhookIds: string[],
  correlationId: string | null,
): Promise<void> {
  send(tx, deliver, await attend(tx, webhookIds), { correlationId });
}

export const runRemind = async (
  { webhookId }: { webhookId: string },
  { finish, correlationId }: JobContext,
): Promise<void> => finish((tx) => wake(tx, [webhookId], correlationId));
