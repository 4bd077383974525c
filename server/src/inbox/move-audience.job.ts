import { moveAudience } from '../core/inbox/move-audience.ts';
import { lockInWorkspace } from '../platform/db/index.ts';
import type { JobContext } from '../platform/queue/job-registry.ts';
import { sendJobs } from '../platform/queue/send-jobs.ts';
import * as store from './audience.sql.ts';

/** Conversations with all their messages. */
const sliceSize = 100;

/**
 * Each slice ends its job and starts the next one in the same transaction. Slices of a workspace run one
 * after the other, because a message depends on two mailboxes.
 */
export const runMoveAudience = (
  { mailboxId }: { mailboxId: string },
  { finish, correlationId }: JobContext,
): Promise<void> =>
  finish(async (tx) => {
    await lockInWorkspace(tx, 'audience');
    const conversationIds = await store.lockOutdatedConversations(tx, mailboxId, sliceSize);
    store.moveConversations(tx, conversationIds);
    const messageIds = await store.selectOutdatedMessages(tx, mailboxId, conversationIds);
    store.moveMessages(tx, messageIds);
    if (conversationIds.length === sliceSize)
      sendJobs(tx, moveAudience, [{ mailboxId }], { correlationId });
  });
