import { acquireMailboxLeases, mailboxLeaseMs } from '../core/mailboxes/wake-mailboxes.sql.ts';
import { type Database, sql } from '../platform/db/index.ts';
import { repeatWork } from '../platform/queue/repeat-work.ts';
import { sendJobs } from '../platform/queue/send-jobs.ts';
import { leaseReplies } from './claim-reply.sql.ts';
import { sendReply, sendTurn } from './send-turn.job.ts';

const mailboxBatch = 1_000;
const replyBatch = 500;

/** Queues a turn for each mailbox that is due and that no worker has. Returns how many. */
export async function wakeDueMailboxes(db: Database, at: Date): Promise<number> {
  const due = await db.query<{ workspaceId: string; id: string }>(sql`
    select workspace_id as "workspaceId", id from due_mailboxes(${at}, ${mailboxBatch})`);
  let woken = 0;
  for (const [workspaceId, mailboxes] of Map.groupBy(due, (one) => one.workspaceId))
    woken += await db.transaction(workspaceId, async (tx) => {
      const ids = mailboxes.map(({ id }) => id);
      const leases = await acquireMailboxLeases(tx, ids, at);
      sendJobs(tx, sendTurn, leases, { correlationId: null });
      return leases.length;
    });
  return woken;
}

/** Queues replies that are due and that no worker has. Returns how many. */
async function wakeDueReplies(db: Database, at: Date): Promise<number> {
  const due = await db.query<{ workspaceId: string; id: string }>(sql`
    select workspace_id as "workspaceId", id from due_replies(${at}, ${replyBatch})`);
  let woken = 0;
  for (const [workspaceId, replies] of Map.groupBy(due, (one) => one.workspaceId))
    woken += await db.transaction(workspaceId, async (tx) => {
      const ids = replies.map(({ id }) => id);
      const leases = await leaseReplies(tx, ids, {
        at,
        until: new Date(at.getTime() + mailboxLeaseMs),
      });
      sendJobs(tx, sendReply, leases, { correlationId: null });
      return leases.length;
    });
  return woken;
}

/** Each worker looks for due mailboxes and replies every second; the leases keep them from disturbing each other. */
export const startWakingMailboxes = (db: Database, onError: (error: unknown) => void) =>
  repeatWork(
    1_000,
    async () => {
      const at = new Date();
      await Promise.all([wakeDueReplies(db, at), wakeDueMailboxes(db, at)]);
    },
    onError,
  );
