import { leaseReplies } from '../../src/sending/replies.sql.ts';
import { takeReply } from '../../src/sending/reply-claim.ts';
import { type SendReplyDeps, sendReply } from '../../src/sending/send-reply.ts';

/** What a worker does with a reply at an instant: nothing if it is not due or was canceled. */
export async function replyTurn(
  deps: SendReplyDeps,
  workspaceId: string,
  { id, at = new Date(Date.now() + 60_000) }: { id: string; at?: Date },
) {
  const until = new Date(at.getTime() + 60_000);
  const [lease] = await deps.db.transaction(workspaceId, (tx) =>
    leaseReplies(tx, [id], { at, until }),
  );
  if (!lease) return { what: 'not_due' as const };
  const reply = await deps.db.transaction(workspaceId, (tx) =>
    takeReply(tx, lease, deps.suppression, at),
  );
  return reply ? sendReply(deps, workspaceId, reply) : { what: 'nothing' as const };
}
