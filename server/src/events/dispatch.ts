import { z } from 'zod';
import { job } from '../platform/queue/job.ts';

/** Events that were just written, to be told to those webhooks that want them. */
export const dispatchEvents = job({
  name: 'dispatch-events',
  payload: z.object({
    eventIds: z.array(z.guid()).min(1),
    /** The one webhook that is meant, if not all are. */
    webhookId: z.guid().nullable(),
  }),
  retry: { limit: 12, delaySeconds: 5, backoff: true },
  concurrency: 4,
});
