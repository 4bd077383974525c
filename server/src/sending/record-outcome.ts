import { setTimeout as sleep } from 'node:timers/promises';
import { releaseLease } from '../core/mailboxes/wake.sql.ts';
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
import { announceSent, type SentEmail, selectJudged, storeAccepted } from './record-accepted.ts';
import { recordFailure, recordRefusal, releaseUnsent } from './record-failure.ts';
import type { EmailConsequence } from './smtp-reply-rules.ts';

export interface RecordDeps extends ClaimDeps {
  db: Database;
  suppression: Suppression;
  clock: () => Date;
}

/** An attempt to send an email, and how it ended. */
export interface EndedAttempt {
  email: ClaimedEmail;
  composed: Pick<ComposedEmail, 'subject' | 'text'>;
  outcome: EmailOutcome;
}

interface JobStep {
  lease: SendLease;
  /** Whether the job may go on with another email after one that was accepted. */
  mayContinue: boolean;
}

/** The job has ended, with its last email. */
export type JobEnded = { kind: 'job_ended' };

/**
 * Records how an email ended. The same transaction claims the next email after one that was accepted, or
 * gives the mailbox back and ends the job.
 */
export async function recordOutcome(
  deps: RecordDeps,
  { transaction, finish, workspaceId, log }: JobContext,
  step: JobStep,
  ended: EndedAttempt,
): Promise<EmailClaim | JobEnded> {
  const at = deps.clock();
  const { outcome } = ended;
  if (outcome.kind === 'not_sent') {
    await recordAlone(deps, workspaceId, ended, at);
    throw outcome.error;
  }
  try {
    if (outcome.kind === 'accepted' && step.mayContinue)
      return await transaction(async (tx) => {
        const { sent } = await storeOutcome(deps, tx, ended, at, { locksMailbox: true });
        const [judged, next] = await Promise.all([
          sent ? selectJudged(tx, sent) : [],
          claimNext(tx, step.lease, deps),
        ]);
        if (sent) await announceSent({ tx, actor: system }, sent, judged, at);
        return next;
      });
    await finish(async (tx) => {
      const { sent } = await storeOutcome(deps, tx, ended, at, { locksMailbox: true });
      if (step.lease.kind === 'campaign') releaseLease(tx, step.lease);
      const judged = sent ? await selectJudged(tx, sent) : [];
      if (sent) await announceSent({ tx, actor: system }, sent, judged, at);
    });
    return { kind: 'job_ended' };
  } catch (error) {
    // What the server replied is stored, whatever follows. If it was stored already, that changes nothing.
    log.warn({ err: error }, 'the outcome of an email is recorded without its job');
    await recordAlone(deps, workspaceId, ended, at);
    return { kind: 'nothing', sleepUntil: null, why: 'lease_lost' };
  }
}

/** Records how an email ended, and nothing else. Returns what followed for the email. */
export const recordAlone = (
  deps: RecordDeps,
  workspaceId: string,
  ended: EndedAttempt,
  at: Date,
): Promise<NotSent | EmailConsequence> =>
  persist(() =>
    deps.db.preparedTransaction(workspaceId, async (tx) => {
      const { sent, result } = await storeOutcome(deps, tx, ended, at);
      if (sent) await announceSent({ tx, actor: system }, sent, await selectJudged(tx, sent), at);
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
  { email, composed: { subject, text }, outcome }: EndedAttempt,
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
 * What the server replied is lost if it is not stored. Therefore a short outage of the database is
 * waited for, but not longer than a worker that stops waits for its jobs.
 */
export async function persist<T>(work: () => Promise<T>, maxMs = stopGraceMs): Promise<T> {
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
