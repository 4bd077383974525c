import { dispatchEvents } from '../events/dispatch.ts';
import type { JobContext } from '../platform/queue/line.ts';
import { takeAlong } from '../platform/queue/take-along.ts';
import { insertDeliveries, type News } from './delivery-sql.ts';
import { wake } from './wake.ts';

/** Some hundreds of events. */
const atOnceBytes = 50_000;

/**
 * Finds who wants to know of what has just happened, and puts it on its way to each of them. What
 * else waits in the workspace is taken along, unless that has failed before.
 */
export async function runDispatch(
  payload: Omit<News, 'sentAt'>,
  { finish, sentAt, correlationId, attempt }: JobContext,
): Promise<void> {
  await finish(async (tx) => {
    const others = attempt === 1 ? await takeAlong(tx, dispatchEvents, atOnceBytes) : [];
    const receivers = await insertDeliveries(tx, [{ ...payload, sentAt }, ...others]);
    await wake(tx, receivers, correlationId);
  });
}
