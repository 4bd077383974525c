import { dispatchEvents } from '../core/events/emit.ts';
import { lockInWorkspace } from '../platform/db/index.ts';
import { claimSiblingJobs } from '../platform/queue/job-claim.ts';
import type { JobContext } from '../platform/queue/job-registry.ts';
import { type EventBatch, insertDeliveries } from './deliveries.sql.ts';
import { scheduleDelivery } from './schedule-delivery.ts';

/** A few hundred events. */
const maxBatchBytes = 50_000;

/**
 * Creates the deliveries of new events. Claims the other waiting dispatch jobs of the workspace too,
 * except on a retry. One at a time per workspace: PostgreSQL may keep the lock of a job that is no
 * longer waiting, so two that claim each other's jobs and then lock the same webhook deadlock.
 */
export async function runDispatch(
  payload: Omit<EventBatch, 'sentAt'>,
  { finish, sentAt, correlationId, attempt }: JobContext,
): Promise<void> {
  await finish(async (tx) => {
    const [, others] = await Promise.all([
      lockInWorkspace(tx, 'dispatch'),
      attempt === 1 ? claimSiblingJobs(tx, dispatchEvents, maxBatchBytes) : [],
    ]);
    const receivers = await insertDeliveries(tx, [{ ...payload, sentAt }, ...others]);
    await scheduleDelivery(tx, receivers, correlationId);
  });
}
