import { z } from 'zod';
import type { Tx } from '../../platform/db/index.ts';
import { fieldError } from '../../platform/error.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { sendJobs } from '../../platform/queue/send-jobs.ts';
import { disconnectMailboxes } from '../campaigns/disconnect-mailboxes.ts';
import { endInvitationsOf } from '../workspaces/members.sql.ts';
import * as store from './member-belongings.sql.ts';

export interface MemberRemoval {
  successorId: string;
  mailboxesDisconnected: number;
  invitationsEnded: number;
}

/**
 * Removes a member: from the commit on, nothing of theirs starts. A job then gives what they owned to
 * the successor and deletes the row. The caller holds the lock of the workspace.
 */
export async function removeMember(
  tx: Tx,
  userId: string,
  chosenSuccessorId: string | null,
  correlationId: string | null,
): Promise<MemberRemoval> {
  const at = new Date();
  const successorId = chosenSuccessorId ?? (await store.selectDefaultSuccessor(tx, userId));
  if (successorId === null)
    throw fieldError('successorId', 'Add another member first: no one could take over.');
  await store.markLeaving(tx, userId, successorId, at);
  store.endActivity(tx, userId, at);
  const privateMailboxIds = await store.selectPrivateMailboxIds(tx, userId);
  disconnectMailboxes(tx, privateMailboxIds, at);
  const invitationsEnded = await endInvitationsOf(tx, userId, []);
  sendJobs(tx, handOverBelongings, [{ userId }], { correlationId });
  return { successorId, mailboxesDisconnected: privateMailboxIds.length, invitationsEnded };
}

/** Gives what a removed member owned to the successor, one slice at a time. */
export const handOverBelongings = defineJob({
  name: 'hand-over-belongings',
  payload: z.object({ userId: z.guid() }),
});
