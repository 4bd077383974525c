import * as store from '../core/members/member-belongings.sql.ts';
import { handOverBelongings } from '../core/members/remove-member.ts';
import type { Tx } from '../platform/db/index.ts';
import type { JobContext } from '../platform/queue/job-registry.ts';
import { sendJobs } from '../platform/queue/send-jobs.ts';

const sliceSize = 5_000;
/** Each conversation is deleted with its messages and their words. */
const conversationSliceSize = 200;

/** Each slice ends its job and starts the next one in the same transaction, so it runs once. */
export const runHandOverBelongings = (
  { userId }: { userId: string },
  { finish, correlationId }: JobContext,
): Promise<void> =>
  finish(async (tx) => {
    if (!(await handOverSlice(tx, userId)))
      sendJobs(tx, handOverBelongings, [{ userId }], { correlationId });
  });

/** Returns true once the member's row is deleted. */
async function handOverSlice(tx: Tx, userId: string): Promise<boolean> {
  const successorId = await store.lockLeavingMember(tx, userId);
  if (successorId === undefined) return true;
  const between = { from: userId, to: successorId };
  const prospects = await store.handOverProspects(tx, between, sliceSize);
  if (prospects === sliceSize) return false;
  const conversations = await store.deletePrivateConversations(tx, userId, conversationSliceSize);
  if (conversations === conversationSliceSize) return false;
  const followUps = await store.handOverOpenFollowUps(tx, between, sliceSize);
  if (followUps === sliceSize) return false;
  store.handOverMailboxesAndViews(tx, between);
  store.deleteMember(tx, userId);
  return true;
}
