import { z } from 'zod';
import type { SmtpDeps } from '../core/mailboxes/open-smtp.ts';
import { type MailboxLease, releaseMailboxLease } from '../core/mailboxes/wake-mailboxes.sql.ts';
import type { ClaimedEmail } from '../core/sending/claimed-email.ts';
import {
  type ComposeDeps,
  type ComposedEmail,
  composeEmail,
} from '../core/sending/compose-email.ts';
import { defineJob } from '../platform/queue/job.ts';
import type { JobContext } from '../platform/queue/job-registry.ts';
import { claimNext, type SendLease } from './claim-next.ts';
import type { ReplyLease } from './claim-reply.sql.ts';
import type { EmailClaim } from './claim-rules.ts';
import { type GateDeps, holdGate } from './hold-gate.ts';
import { type EmailOutcome, openSubmission } from './open-submission.ts';
import { type JobEnd, recordOutcome } from './record-outcome.ts';

/**
 * Sends the due emails of one mailbox. Each mailbox has one such job at a time. A job whose lease was
 * replaced does nothing. The time limit leaves ten minutes for the answer to an email.
 */
export const sendTurn = defineJob({
  name: 'send-turn',
  payload: z.object({ mailboxId: z.guid(), leaseId: z.guid() }),
  timeLimitSeconds: 720,
  concurrency: 32,
  extraSlotsForLongJobs: 200,
  isPrepared: true,
});

/** Sends one reply. The time limit leaves ten minutes for the answer to it. */
export const sendReply = defineJob({
  name: 'send-reply',
  payload: z.object({ replyId: z.guid(), leaseId: z.guid() }),
  timeLimitSeconds: 720,
  concurrency: 8,
  extraSlotsForLongJobs: 100,
  isPrepared: true,
});

export interface SubmitDeps extends GateDeps, SmtpDeps {
  /** A test passes another gate to show what it would let through. */
  holdGate?: typeof holdGate;
}

export interface SendDeps extends SubmitDeps, ComposeDeps {}

/** Other workspaces wait meanwhile. After a second, a job gives its slot to another one anyway. */
const maxTurnMs = 1_000;
const maxEmails = 20;

/** Sends due emails of the campaigns of a mailbox, as long as it may send again at once. */
export const runSendTurn = (deps: SendDeps) => (lease: MailboxLease, context: JobContext) =>
  sendEmails(deps, { kind: 'campaign', ...lease }, context);

/** Sends a reply, unless it was canceled or another worker has it. */
export const runSendReply = (deps: SendDeps) => (lease: ReplyLease, context: JobContext) =>
  sendEmails(deps, { kind: 'reply', ...lease }, context);

/** Claims an email, sends it and records the outcome, one email after another. */
async function sendEmails(deps: SendDeps, lease: SendLease, context: JobContext): Promise<void> {
  const { workspaceId, signal } = context;
  const startedAt = deps.clock().getTime();
  let claim: EmailClaim | JobEnd = await context.transaction((tx) => claimNext(tx, lease, deps));
  for (let sent = 1; claim.kind === 'claimed'; sent++) {
    const { email, nextAt }: Extract<EmailClaim, { kind: 'claimed' }> = claim;
    const composed = await composeEmail(deps, workspaceId, email);
    const outcome = await submitEmail(deps, workspaceId, email, composed);
    const at = deps.clock();
    const hasTime = sent < maxEmails && at.getTime() - startedAt < maxTurnMs && !signal.aborted;
    const mayContinue = hasTime && nextAt !== null && nextAt <= at;
    const attempt = { email, composed, outcome };
    claim = await recordOutcome(deps, context, { lease, mayContinue }, attempt);
  }
  if (claim.kind === 'job_ended') return;
  await context.finish(async (tx) => {
    if (lease.kind === 'campaign') releaseMailboxLease(tx, lease);
  });
}

/** Hands an email over to its mail server. The final dot is written under the locks of the gate. */
export async function submitEmail(
  deps: SubmitDeps,
  workspaceId: string,
  email: ClaimedEmail,
  composed: Pick<ComposedEmail, 'envelope' | 'raw'>,
): Promise<EmailOutcome> {
  const submission = await openSubmission(deps, workspaceId, email, composed);
  if (submission.kind !== 'open') return submission;
  const gate = await (deps.holdGate ?? holdGate)(deps, workspaceId, email);
  if (gate.kind === 'open') return submission.finish(gate);
  submission.abandon();
  return gate;
}
