import { z } from 'zod';
import type { Tx } from '../platform/db/index.ts';
import { defineJob } from '../platform/queue/job.ts';
import type { JobContext } from '../platform/queue/job-registry.ts';
import { sendJobs } from '../platform/queue/send-jobs.ts';
import { acquireWebhookLeases } from './webhooks.sql.ts';

/**
 * Sends the due deliveries of one webhook. Each webhook has one such job at a time, so a slow or busy
 * receiver does not delay the others. A job whose lease was replaced does nothing.
 */
export const deliverToWebhook = defineJob({
  name: 'deliver',
  payload: z.object({ webhookId: z.guid(), leaseId: z.guid() }),
  retry: { limit: 12, delaySeconds: 5, backoff: true },
  concurrency: 8,
  extraSlotsForLongJobs: 100,
});

/** Schedules a webhook again when a retry is due soon. */
export const scheduleRetry = defineJob({
  name: 'remind-webhook',
  payload: z.object({ webhookId: z.guid() }),
});

/** Call whenever deliveries to these webhooks become due. */
export async function scheduleDelivery(
  tx: Tx,
  webhookIds: string[],
  correlationId: string | null,
): Promise<void> {
  sendJobs(tx, deliverToWebhook, await acquireWebhookLeases(tx, webhookIds), { correlationId });
}

export const runScheduleRetry = async (
  { webhookId }: { webhookId: string },
  { finish, correlationId }: JobContext,
): Promise<void> => finish((tx) => scheduleDelivery(tx, [webhookId], correlationId));
