import { composeEmail } from '../../src/core/sending/compose-email.ts';
import { leaseReplies, type ReplyLease } from '../../src/sending/claim-reply.sql.ts';
import { claimReply } from '../../src/sending/claim-reply.ts';
import { recordOutcomeAlone } from '../../src/sending/record-outcome.ts';
import { runSendReply, type SendDeps, submitEmail } from '../../src/sending/send-turn.job.ts';
import { turnContext } from './take-turn.ts';

interface DueReply {
  id: string;
  at?: Date;
}

const later = () => new Date(Date.now() + 60_000);

async function leaseReply(
  deps: SendDeps,
  workspaceId: string,
  { id, at = later() }: DueReply,
): Promise<ReplyLease | undefined> {
  const until = new Date(at.getTime() + 60_000);
  const leases = await deps.db.transaction(workspaceId, (tx) =>
    leaseReplies(tx, [id], { at, until }),
  );
  return leases[0];
}

/** The job of a reply, if it is due at an instant. */
export async function runReplyJob(
  deps: SendDeps,
  workspaceId: string,
  { id, at = later() }: DueReply,
): Promise<void> {
  const lease = await leaseReply(deps, workspaceId, { id, at });
  const run = runSendReply({ ...deps, clock: () => at });
  if (lease) await run(lease, turnContext(deps.db, workspaceId));
}

/** The steps of that job, and what became of the reply. */
export async function replyTurn(
  deps: SendDeps,
  workspaceId: string,
  { id, at = later() }: DueReply,
) {
  const lease = await leaseReply(deps, workspaceId, { id, at });
  if (!lease) return { kind: 'not_due' as const };
  const claim = await deps.db.transaction(workspaceId, (tx) =>
    claimReply(tx, lease, deps.suppression, at),
  );
  if (claim.kind === 'nothing') return { kind: 'nothing' as const };
  const { email } = claim;
  const composed = await composeEmail(deps, workspaceId, email);
  const outcome = await submitEmail(deps, workspaceId, email, composed);
  return recordOutcomeAlone(deps, workspaceId, { email, composed, outcome }, deps.clock());
}
