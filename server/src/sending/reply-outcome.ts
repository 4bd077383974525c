import { emit } from '../core/events/emit.ts';
import { failingMinutes } from '../core/mailboxes/failing-rules.ts';
import { clearFailing, requireAttention, restMailbox } from '../core/mailboxes/health.sql.ts';
import type { MailboxRow } from '../core/mailboxes/mailboxes.sql.ts';
import { type NoReply, noReplySentences } from '../core/sending/reply-rules.ts';
import { lockReplyPeople } from '../core/sending/reply-state.ts';
import { addFact } from '../core/suppression/address-facts.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import type { Tx } from '../platform/db/index.ts';
import { replyText } from '../platform/mail/smtp-reply.ts';
import type { Scope } from '../platform/scope.ts';
import { type Answer, answerOf, laterMinutes } from './answer-rules.ts';
import type { GateRefusal } from './open-gate.ts';
import type { Failure } from './outcome.ts';
import { selectReplyPlace } from './reply-claim.sql.ts';
import * as store from './reply-outcome.sql.ts';
import { nextLook } from './settle-rules.ts';

/** A reply as its outcome needs it. */
export interface SentAttempt extends store.ReplyAttempt {
  tries: number;
  recipient: string;
  mailbox: Pick<MailboxRow, 'id' | 'status' | 'failingSince' | 'restUntil'>;
}

const minuteMs = 60_000;
/** The gate could not get its locks in time. */
const busyMs = 5_000;

/** Records how an attempt ended that was not accepted. */
export async function recordReplyFailure(
  scope: Scope<{ suppression: Suppression }>,
  reply: SentAttempt,
  failure: Failure,
  at: Date,
): Promise<Answer> {
  const { tx } = scope;
  const answer = answerOf(failure, {
    tries: reply.tries,
    failingMinutes: failingMinutes(reply.mailbox, at),
  });
  const said = (failure.reply && replyText(failure.reply)) ?? failure.message;
  switch (answer.what) {
    case 'accepted':
      throw new Error('An accepted reply is not a failure.');
    case 'bounced':
      await recordBounce(scope, reply, said, at);
      break;
    case 'blocked':
      await endRefused(tx, reply, { answer: said, evidence: 'blocked', at });
      break;
    case 'held':
      await endRefused(tx, reply, { answer: said, evidence: answer.reason, at });
      break;
    case 'unknown':
      await leaveReplyUnknown(tx, reply, failure.message, at);
      break;
    case 'deferred':
      await retryReply(tx, reply, { answer: said, minutes: answer.minutes, at });
      break;
    case 'rest':
    case 'needs_attention':
      await recordMailboxFailure(scope, reply, answer, { failure, said, at });
      return answer;
  }
  clearFailing(tx, reply.mailbox.id);
  return answer;
}

/** The address is dead for campaigns, too. The prospect is locked first, as by everything that changes it. */
async function recordBounce(
  scope: Scope<{ suppression: Suppression }>,
  reply: SentAttempt,
  reason: string,
  at: Date,
): Promise<void> {
  const { tx, deps } = scope;
  const place = await selectReplyPlace(tx, reply.id);
  if (place) await lockReplyPeople(tx, place);
  if (!(await endRefused(tx, reply, { answer: reason, evidence: 'bounced', at }))) return;
  await addFact(tx, deps.suppression, reply.recipient, 'bounced', at);
  if (!place?.prospectId) return;
  const { prospectId, campaignId } = place;
  const data = { prospectId, messageId: reply.id, campaignId, bounce: 'hard' as const, reason };
  emit(scope, [{ type: 'message.bounced', prospectId, data }]);
}

/** The server's or the mailbox's fault. A reply is tried again as long as that can help. */
async function recordMailboxFailure(
  scope: Scope,
  reply: SentAttempt,
  answer: Extract<Answer, { what: 'rest' | 'needs_attention' }>,
  { failure, said, at }: { failure: Failure; said: string; at: Date },
): Promise<void> {
  const { tx } = scope;
  const mailboxId = reply.mailbox.id;
  const { reason } = answer;
  const detail = failure.message;
  if (answer.what === 'needs_attention') {
    await endRefused(tx, reply, { answer: said, evidence: reason, at });
    const address = await requireAttention(tx, { mailboxId, reason, detail, at });
    if (address !== undefined)
      emit(scope, [
        { type: 'mailbox.failing', prospectId: null, data: { mailboxId, address, reason, detail } },
      ]);
    return;
  }
  if (answer.minutes === null || reply.mailbox.status === 'paused') {
    // The provider's limit, which campaigns notice themselves, or a mailbox of which no one counts how long it fails.
    const minutes = laterMinutes[reply.tries];
    if (minutes === undefined) await endRefused(tx, reply, { answer: said, evidence: reason, at });
    else await retryReply(tx, reply, { answer: said, minutes, at });
    return;
  }
  const { minutes } = answer;
  await retryReply(tx, reply, { answer: said, minutes, at, isTry: false });
  const until = new Date(at.getTime() + minutes * minuteMs);
  restMailbox(tx, { mailboxId, reason, detail, at, until, isFailing: true });
}

/** Records that a reply was held back at the last moment. */
export async function recordReplyRefusal(
  tx: Tx,
  reply: SentAttempt,
  why: NoReply | GateRefusal,
  at: Date,
): Promise<void> {
  // Taken over by a worker that took it for lost: it may call it unknown, but the server never got its dot.
  if (why === 'busy' || why === 'too_slow' || why === 'taken_over')
    await releaseReply(tx, reply, at);
  else await refuseReply(tx, reply, why, at);
}

/** It surely did not leave, and is tried again in a moment. Until then it can be canceled. */
export const releaseReply = async (tx: Tx, reply: SentAttempt, at: Date): Promise<void> =>
  void (await store.settleReply(tx, reply, {
    ...{ status: 'waiting', answer: null, evidence: 'busy', tries: reply.tries, at },
    retryAt: new Date(at.getTime() + busyMs),
  }));

/** Ends a reply that must not be sent, with the reason. */
export const refuseReply = (
  tx: Tx,
  reply: store.ReplyAttempt & { tries: number },
  why: NoReply | 'text_deleted',
  at: Date,
): Promise<boolean> =>
  endRefused(tx, reply, {
    answer: why === 'text_deleted' ? 'Its text was deleted.' : noReplySentences[why],
    evidence: why,
    at,
  });

async function endRefused(
  tx: Tx,
  reply: store.ReplyAttempt & { tries: number },
  given: { answer: string; evidence: string; at: Date },
): Promise<boolean> {
  const { tries } = reply;
  const settled = await store.settleReply(tx, reply, { ...given, status: 'refused', tries });
  if (!settled) return false;
  store.reopenConversation(tx, settled);
  return true;
}

async function leaveReplyUnknown(
  tx: Tx,
  reply: SentAttempt,
  evidence: string,
  at: Date,
): Promise<void> {
  const lookAt = nextLook(at, at);
  const { tries } = reply;
  await store.settleReply(tx, reply, {
    ...{ status: 'unknown', answer: null, evidence, tries, at, lookAt },
  });
}

const retryReply = (
  tx: Tx,
  reply: SentAttempt,
  {
    answer,
    minutes,
    at,
    isTry = true,
  }: { answer: string; minutes: number; at: Date; isTry?: boolean },
) =>
  store.settleReply(tx, reply, {
    ...{ status: 'deferred', answer, evidence: null, at },
    tries: reply.tries + (isTry ? 1 : 0),
    retryAt: new Date(at.getTime() + minutes * minuteMs),
  });
