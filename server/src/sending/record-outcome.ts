import { setTimeout as sleep } from 'node:timers/promises';
import { releaseMailboxLease } from '../core/mailboxes/wake-mailboxes.sql.ts';
import type { ClaimedEmail } from '../core/sending/claimed-email.ts';
import type { ComposedEmail } from '../core/sending/compose-email.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import type { Database, Tx } from '../platform/db/index.ts';
import { ApiError } from '../platform/error.ts';
import { replyText } from '../platform/mail/smtp-reply.ts';
import { stopGraceMs } from '../platform/queue/job-loops.ts';
import type { JobContext } from '../platform/queue/job-registry.ts';
import type { ClaimDeps } from './candidate-emails.ts';
import { claimNext, type SendLease } from './claim-next.ts';
import type { EmailClaim } from './claim-rules.ts';
import type { NotSent } from './hold-gate.ts';
import type { EmailOutcome } from './open-submission.ts';
import {
  announceSent,
  type SentEmail,
  selectSendersToJudge,
  storeAccepted,
} from './record-accepted.ts';
import { recordFailure, recordRefusal, releaseUnsent } from './record-failure.ts';
import type { EmailConsequence } from './smtp-reply-rules.ts';

export interface RecordDeps extends ClaimDeps {
  db: Database;
  suppression: Suppression;
  clock: () => Date;
}

/** An attempt to send an email, and how it ended. */
export interface FinishedAttempt {
  email: ClaimedEmail;
  composed: Pick<ComposedEmail, 'subject' | 'text'>;
  outcome: EmailOutcome;
}

interface TurnStep {
  lease: SendLease;
  /** Whether the job may continue with another email after an accepted one. */
  mayContinue: boolean;
}

/** The job ended with its last email. */
export type JobEnd = { kind: 'job_ended' };

/**
 * Records the outcome of an attempt. If the job may continue after an accepted email, the same
 * transaction claims the next one; otherwise it releases the mailbox and ends the job.
 */
export async function recordOutcome(
  deps: RecordDeps,
  { transaction, finish, workspaceId, log }: JobContext,
  step: TurnStep,
  attempt: FinishedAttempt,
): Promise<EmailClaim | JobEnd> {
  const at = deps.clock();
  const { outcome } = attempt;
  if (outcome.kind === 'not_sent') {
    await recordOutcomeAlone(deps, workspaceId, attempt, at);
    throw outcome.error;
  }
  try {
    if (outcome.kind === 'accepted' && step.mayContinue)
      return await transaction(async (tx) => {
        const { sent } = await storeOutcome(deps, tx, attempt, at, { locksMailbox: true });
        const [sendersToJudge, next] = await Promise.all([
          sent ? selectSendersToJudge(tx, sent) : [],
          claimNext(tx, step.lease, deps),
        ]);
        if (sent) await announceSent({ tx, actor: system }, sent, sendersToJudge, at);
        return next;
      });
    await finish(async (tx) => {
      const { sent } = await storeOutcome(deps, tx, attempt, at, { locksMailbox: true });
      if (step.lease.kind === 'campaign') releaseMailboxLease(tx, step.lease);
      const sendersToJudge = sent ? await selectSendersToJudge(tx, sent) : [];
      if (sent) await announceSent({ tx, actor: system }, sent, sendersToJudge, at);
    });
    return { kind: 'job_ended' };
  } catch (error) {
    // The server's reply must be stored in any case. Storing it twice changes nothing.
    log.warn({ err: error }, 'the outcome of an email is recorded without its job');
    await recordOutcomeAlone(deps, workspaceId, attempt, at);
    return { kind: 'nothing', sleepUntil: null, why: 'lease_lost' };
  }
}

/** Records only the outcome of an attempt, and returns its consequence. */
export const recordOutcomeAlone = (
  deps: RecordDeps,
  workspaceId: string,
  attempt: FinishedAttempt,
  at: Date,
): Promise<NotSent | EmailConsequence> =>
  retryDuringOutage(() =>
    deps.db.preparedTransaction(workspaceId, async (tx) => {
      const { sent, result } = await storeOutcome(deps, tx, attempt, at);
      if (sent)
        await announceSent({ tx, actor: system }, sent, await selectSendersToJudge(tx, sent), at);
      return result;
    }),
  );

interface StoredOutcome {
  /** An accepted email that is to be announced. */
  sent?: SentEmail | undefined;
  result: NotSent | EmailConsequence;
}

async function storeOutcome(
  deps: RecordDeps,
  tx: Tx,
  { email, composed: { subject, text }, outcome }: FinishedAttempt,
  at: Date,
  options: { locksMailbox?: boolean } = {},
): Promise<StoredOutcome> {
  switch (outcome.kind) {
    case 'accepted': {
      const { reply } = outcome;
      const acceptance = {
        ...{ answer: replyText(reply), evidence: null, at },
        serverMessageId: reply.serverMessageId,
      };
      const accepted = { ...email, subject, text };
      const sent = await storeAccepted(tx, accepted, acceptance, options);
      return { sent, result: { kind: 'accepted' } };
    }
    case 'failed': {
      const scope = { tx, actor: system, deps };
      return { result: await recordFailure(scope, email, outcome.failure, at) };
    }
    case 'refused_at_gate':
      await recordRefusal(tx, email, outcome.why, at);
      return { result: outcome };
    case 'not_sent':
      await releaseUnsent(tx, email, at);
      return { result: outcome };
  }
}

const system = { actor: { kind: 'system', id: null }, correlationId: null } as const;

/**
 * The server's reply is lost if it is not stored. So this waits for the end of a short database outage,
 * but no longer than a stopping worker waits for its jobs.
 */
export async function retryDuringOutage<T>(
  work: () => Promise<T>,
  maxMs = stopGraceMs,
): Promise<T> {
  const deadline = performance.now() + maxMs;
  for (let pauseMs = 250; ; pauseMs *= 2) {
    try {
      return await work();
    } catch (error) {
      const isOutage = error instanceof ApiError && error.code === 'unavailable';
      if (!isOutage || performance.now() + pauseMs > deadline) throw error;
      await sleep(pauseMs);
    }
  }
}
