import { leaseMs } from '../core/mailboxes/wake.sql.ts';
import { type Database, sql } from '../platform/db/index.ts';
import type { JobContext } from '../platform/queue/registry.ts';
import { send } from '../platform/queue/send.ts';
import { leaseReplies, type ReplyLease } from './replies.sql.ts';
import { takeReply } from './reply-claim.ts';
import { type SendReplyDeps, sendReply, sendReplyJob } from './send-reply.ts';

const batchSize = 500;

/** Queues replies that are due and that no worker has. Returns how many. */
export async function wakeDueReplies(db: Database, at: Date): Promise<number> {
  const due = await db.ask<{ workspaceId: string; id: string }>(sql`
    select workspace_id as "workspaceId", id from due_replies(${at}, ${batchSize})`);
  let woken = 0;
  for (const [workspaceId, replies] of Map.groupBy(due, (one) => one.workspaceId))
    woken += await db.transaction(workspaceId, async (tx) => {
      const ids = replies.map(({ id }) => id);
      const leases = await leaseReplies(tx, ids, { at, until: new Date(at.getTime() + leaseMs) });
      send(tx, sendReplyJob, leases, { correlationId: null });
      return leases.length;
    });
  return woken;
}

/** Sends a reply, unless it was canceled or another worker has it. */
export const runSendReply =
  (deps: SendReplyDeps) =>
  async (lease: ReplyLease, { workspaceId, transaction, finish }: JobContext): Promise<void> => {
    const at = deps.clock();
    const reply = await transaction((tx) => takeReply(tx, lease, deps.suppression, at));
    if (reply) await sendReply(deps, workspaceId, reply);
    await finish(async () => {});
  };
