import { z } from 'zod';
import { job } from '../../platform/queue/job.ts';

/** Sends new events to the webhooks that subscribe to them. */
export const dispatchEvents = job({
  name: 'dispatch-events',
  payload: z.object({
    eventIds: z.array(z.guid()).min(1),
    /** Set when only one webhook should receive them. */
    webhookId: z.guid().nullable(),
  }),
  retry: { limit: 12, delaySeconds: 5, backoff: true },
  concurrency: 4,
});
