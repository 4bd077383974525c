import { dispatchEvents } from '../core/events/emit-events.ts';
import { lockInWorkspace } from '../platform/db/index.ts';
import { claimSiblingJobs } from '../platform/queue/job-claim.ts';
import type { JobContext } from '../platform/queue/job-registry.ts';
import { type EventBatch, insertDeliveries } from './deliveries.sql.ts';
import { scheduleDelivery } from './schedule-delivery.ts';

/** Enough for a few hundred events. */
const maxBatchBytes = 50_000;

/**
 * Creates the deliveries of new events. Except on a retry, also claims the other waiting dispatch jobs
 * of the workspace. A workspace has one dispatch at a time: PostgreSQL may keep the lock of a job that
 * no longer waits. Two dispatches that claim each other's jobs and then lock the same webhook would
 * deadlock.
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
