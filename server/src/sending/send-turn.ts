import { z } from 'zod';
import { job } from '../platform/queue/job.ts';

/**
 * Sends what is due from one mailbox. Each mailbox has one such job at a time. A job whose lease was
 * replaced does nothing. The time limit leaves ten minutes for the answer to an email.
 */
export const sendTurn = job({
  name: 'send-turn',
  payload: z.object({ mailboxId: z.guid(), leaseId: z.guid() }),
  timeLimitSeconds: 720,
  concurrency: 32,
  extraSlotsForLongJobs: 200,
  isPrepared: true,
});
