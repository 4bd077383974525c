import { emit } from '../core/events/emit.ts';
import { failingMinutes } from '../core/mailboxes/failing-rules.ts';
import { clearFailing, requireAttention, restMailbox } from '../core/mailboxes/health.sql.ts';
import { selectMailSettings } from '../core/mailboxes/mail-settings.sql.ts';
import type { ClaimedMessage } from '../core/sending/claimed-message.ts';
import { recordTrouble } from '../core/sending/guard.ts';
import { stopEnrollments } from '../core/sending/stop.ts';
import { nextOpening, startOfNextDay } from '../core/sending/time-rules.ts';
import { addFact } from '../core/suppression/address-facts.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import type { Tx } from '../platform/db/index.ts';
import { replyText } from '../platform/mail/smtp-reply.ts';
import type { Scope } from '../platform/scope.ts';
import { type Answer, answerOf, type Ending } from './answer-rules.ts';
import { lockMailbox } from './claim.sql.ts';
import type { Refusal } from './gate-rules.ts';
import * as store from './outcome.sql.ts';
import { release } from './release.ts';
import { nextLook } from './settle-rules.ts';

type OutcomeScope = Scope<{ suppression: Suppression }>;

export interface Failure extends Ending {
  /** Shown to the workspace. */
  message: string;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const maxBlockedPerDay = 3;

/** Records how an attempt ended that was not accepted. */
export async function recordFailure(
  scope: OutcomeScope,
  message: ClaimedMessage,
  failure: Failure,
  at: Date,
): Promise<Answer> {
  const answer = answerOf(failure, {
    tries: message.tries,
    failingMinutes: failingMinutes(message.mailbox, at),
  });
  const given = { answer: failure.reply && replyText(failure.reply), at };
  switch (answer.what) {
    case 'accepted':
      throw new Error('An accepted email is not a failure.');
    case 'bounced':
      await bounce(scope, message, given);
      break;
    case 'blocked':
      await block(scope.tx, message, given);
      break;
    case 'unknown':
      await leaveUnknown(scope.tx, message, failure.message, at);
      break;
    case 'deferred':
    case 'held':
      await postpone(scope, message, answer, given);
      break;
    case 'rest':
    case 'needs_attention':
      await releaseAndRest(scope, message, answer, failure.message, at);
      return answer;
  }
  // The server took the email up to the answer that decided about it.
  clearFailing(scope.tx, message.mailbox.id);
  return answer;
}

interface Given {
  answer: string | null;
  at: Date;
}

/** Nothing more is sent to the address, in no campaign. */
async function bounce(scope: OutcomeScope, message: ClaimedMessage, given: Given): Promise<void> {
  const { tx, deps } = scope;
  const prospectId = (await store.selectProspectId(tx, message.id)) ?? message.prospectId;
  // Locks the prospect first, like everything that changes whether it may be written to.
  await stopEnrollments(scope, { prospectIds: [prospectId] }, 'bounced');
  const settled = await store.settleAttempt(tx, message, {
    ...{ status: 'refused', evidence: 'bounced', tries: message.tries, lookAt: null },
    ...given,
  });
  if (!settled) return;
  await addFact(tx, deps.suppression, message.recipient.emailKey, 'bounced', given.at);
  emitBounce(scope, message, settled, 'hard', given.answer);
  await recordTrouble(scope, [{ outboundId: message.id, trouble: 'bounced' }], given.at);
}

async function block(tx: Tx, message: ClaimedMessage, given: Given): Promise<void> {
  const { at } = given;
  const settled = await store.settleAttempt(tx, message, {
    ...{ status: 'refused', evidence: 'blocked', tries: message.tries, lookAt: null },
    ...given,
  });
  if (!settled) return;
  store.setEnrollment(tx, settled, { status: 'held', reason: 'blocked', dueAt: null });
  const blocked = await store.countBlocked(tx, settled, new Date(at.getTime() - dayMs));
  if (blocked < maxBlockedPerDay) return;
  restMailbox(tx, {
    ...{ mailboxId: settled.mailboxId, reason: 'blocked', detail: given.answer, isFailing: false },
    at,
    until: await nextDayOf(tx, message, at),
  });
}

async function leaveUnknown(
  tx: Tx,
  message: ClaimedMessage,
  evidence: string,
  at: Date,
): Promise<void> {
  const lookAt = nextLook(at, at);
  const settled = await store.settleAttempt(tx, message, {
    ...{ status: 'unknown', answer: null, evidence, tries: message.tries, at, lookAt },
  });
  if (settled) store.setEnrollment(tx, settled, { status: 'held', reason: 'unknown', dueAt: null });
}

async function postpone(
  scope: OutcomeScope,
  message: ClaimedMessage,
  answer: Extract<Answer, { what: 'deferred' | 'held' }>,
  given: Given,
): Promise<void> {
  const { tx } = scope;
  const { at } = given;
  if (!(await releaseUnsent(tx, message, at))) return;
  const tries = message.tries + 1;
  const settled = await store.deferReleased(tx, message, { ...given, tries });
  if (!settled) return;
  const isHeld = answer.what === 'held';
  store.setEnrollment(tx, settled, {
    status: isHeld ? 'held' : 'waiting',
    reason: isHeld ? answer.reason : 'deferred',
    dueAt: isHeld ? null : new Date(at.getTime() + answer.minutes * minuteMs),
  });
  if (isHeld && answer.reason === 'mailbox_full')
    emitBounce(scope, message, settled, 'soft', given.answer);
}

/** The server's or the mailbox's fault: the email waits, and so does the mailbox. */
async function releaseAndRest(
  scope: OutcomeScope,
  message: ClaimedMessage,
  answer: Extract<Answer, { what: 'rest' | 'needs_attention' }>,
  detail: string,
  at: Date,
): Promise<void> {
  const { tx } = scope;
  await releaseUnsent(tx, message, at);
  const mailboxId = message.mailbox.id;
  const { reason } = answer;
  if (answer.what === 'rest') {
    const { minutes } = answer;
    const until =
      minutes === null
        ? await nextDayOf(tx, message, at)
        : new Date(at.getTime() + minutes * minuteMs);
    return restMailbox(tx, { mailboxId, reason, detail, at, until, isFailing: minutes !== null });
  }
  const address = await requireAttention(tx, { mailboxId, reason, detail, at });
  if (address === undefined) return;
  emit(scope, [
    { type: 'mailbox.failing', prospectId: null, data: { mailboxId, address, reason, detail } },
  ]);
}

/** What the gate found decides what becomes of the enrollment. */
const statusAfter: Partial<Record<Refusal, string>> = {
  suppressed: 'suppressed',
  unsubscribed: 'unsubscribed',
  complained: 'unsubscribed',
  bounced: 'bounced',
};

/** Records that an email was held back at the last moment. */
export async function recordRefusal(
  tx: Tx,
  message: ClaimedMessage,
  refusal: Refusal,
  at: Date,
): Promise<void> {
  if (!(await releaseUnsent(tx, message, at))) return;
  const status = statusAfter[refusal];
  if (status) store.setEnrollment(tx, message, { status, reason: null, dueAt: null });
  // The server took the email up to its last line.
  clearFailing(tx, message.mailbox.id);
}

/** The server has refused it, or never got its dot. Returns false if another worker has it now. */
export async function releaseUnsent(tx: Tx, message: ClaimedMessage, at: Date): Promise<boolean> {
  await lockMailbox(tx, message.mailbox.id);
  store.markNotHandedOver(tx, message);
  // A merge may have given the email to another prospect.
  const prospectId = await store.selectProspectId(tx, message.id);
  return prospectId !== undefined && release(tx, { ...message, prospectId }, at);
}

async function nextDayOf(tx: Tx, { mailbox }: ClaimedMessage, at: Date): Promise<Date> {
  const { holidays } = await selectMailSettings(tx);
  const tomorrow = startOfNextDay(mailbox.zone, at);
  return nextOpening(mailbox.windows, mailbox.zone, holidays, tomorrow) ?? tomorrow;
}

function emitBounce(
  scope: OutcomeScope,
  { id: messageId }: ClaimedMessage,
  { campaignId, prospectId }: store.Settled,
  bounce: 'hard' | 'soft',
  reason: string | null,
): void {
  const data = { prospectId, messageId, campaignId, bounce, reason };
  emit(scope, [{ type: 'message.bounced', prospectId, data }]);
}
