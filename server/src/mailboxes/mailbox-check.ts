import { z } from 'zod';
import { job } from '../platform/queue/job.ts';

/** Sends an email from a mailbox to itself and reads it. Most of the time it waits. */
export const mailboxCheck = job({
  name: 'mailbox-check',
  payload: z.object({ mailboxId: z.guid(), checkId: z.guid() }),
  retry: { limit: 1, delaySeconds: 5, backoff: false },
  timeLimitSeconds: 540,
  concurrency: 4,
  extraSlotsForLongJobs: 50,
});
