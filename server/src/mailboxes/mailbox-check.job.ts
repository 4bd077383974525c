import { z } from 'zod';
import { selectMailbox } from '../core/mailboxes/mailbox-rows.sql.ts';
import { defineJob } from '../platform/queue/job.ts';
import type { JobContext } from '../platform/queue/job-registry.ts';
import { checkDelivery, type DeliveryCheckDeps } from './check-delivery.ts';
import { isCurrentCheck, storeCheckOutcome } from './mailboxes.sql.ts';

/** Checks the delivery of a mailbox and stores the outcome. No transaction is open meanwhile. */
export const runMailboxCheck =
  (deps: DeliveryCheckDeps) =>
  async (
    payload: { mailboxId: string; checkId: string },
    { workspaceId, attempt, signal, read, finish }: JobContext,
  ): Promise<void> => {
    const { mailboxId, checkId } = payload;
    const [mailbox, isCurrent] = await read((tx) =>
      Promise.all([selectMailbox(tx, mailboxId), isCurrentCheck(tx, mailboxId, checkId)]),
    );
    if (!mailbox || !isCurrent) return;
    const isRetry = attempt > 1;
    const outcome = await checkDelivery(deps, { workspaceId, mailbox, checkId, isRetry, signal });
    await finish(async (tx) => storeCheckOutcome(tx, payload, outcome, deps.clock()));
  };

/** Sends an email from a mailbox to itself and reads it. Most of the time it waits. */
export const mailboxCheck = defineJob({
  name: 'mailbox-check',
  payload: z.object({ mailboxId: z.guid(), checkId: z.guid() }),
  retry: { limit: 1, delaySeconds: 5, backoff: false },
  timeLimitSeconds: 540,
  concurrency: 4,
  extraSlotsForLongJobs: 50,
});
