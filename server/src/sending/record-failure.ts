import { emitEvents } from '../core/events/emit-events.ts';
import { selectMailSettings } from '../core/mailboxes/mail-settings.sql.ts';
import { failingMinutes } from '../core/mailboxes/mailbox-failure-rules.ts';
import {
  clearMailboxFailure,
  requireMailboxAttention,
  restMailbox,
} from '../core/mailboxes/mailbox-health.sql.ts';
import { lockProspects } from '../core/prospects/prospects.sql.ts';
import type { CampaignEmail, ClaimedEmail, ReplyEmail } from '../core/sending/claimed-email.ts';
import { type ReplyRefusal, replyRefusalSentences } from '../core/sending/reply-rules.ts';
import { lockReplyPeople } from '../core/sending/reply-state.ts';
import { nextOpening, startOfNextDay } from '../core/sending/send-time-rules.ts';
import { recordEmailTrouble } from '../core/sending/sending-guard.ts';
import { stopEnrollments } from '../core/sending/stop-enrollments.ts';
import { addAddressFact } from '../core/suppression/address-facts.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import type { OperationContext } from '../platform/caller.ts';
import type { Tx } from '../platform/db/index.ts';
import { replyText } from '../platform/mail/smtp-reply.ts';
import { lockMailboxRow } from './claim-next.sql.ts';
import { selectReplyTarget } from './claim-reply.sql.ts';
import type { GateRefusal } from './gate-rules.ts';
import * as store from './record-outcome.sql.ts';
import { releaseEmail } from './release-email.ts';
import {
  consequenceOf,
  type EmailConsequence,
  laterMinutes,
  nextLook,
  type SmtpEnding,
} from './smtp-reply-rules.ts';

type FailureScope = OperationContext<{ suppression: Suppression }>;

export interface SmtpFailure extends SmtpEnding {
  /** Shown to the workspace. */
  message: string;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const maxBlockedPerDay = 3;
/** The gate could not get its locks in time. */
const busyMs = 5_000;

const minutesAfter = (at: Date, minutes: number) => new Date(at.getTime() + minutes * minuteMs);

/** Records the end of an attempt that was not accepted. */
export async function recordFailure(
  scope: FailureScope,
  email: ClaimedEmail,
  failure: SmtpFailure,
  at: Date,
): Promise<EmailConsequence> {
  const consequence = consequenceOf(failure, {
    tries: email.tries,
    failingMinutes: failingMinutes(email.mailbox, at),
  });
  if (email.kind === 'campaign')
    await recordCampaignFailure(scope, email, consequence, failure, at);
  else await recordReplyFailure(scope, email, consequence, failure, at);
  // In the other cases, the server works: its reply was about the email.
  if (consequence.kind !== 'rest' && consequence.kind !== 'needs_attention')
    clearMailboxFailure(scope.tx, email.mailbox.id);
  return consequence;
}

/** Records that the gate held an email back. */
export async function recordRefusal(
  tx: Tx,
  email: ClaimedEmail,
  why: GateRefusal,
  at: Date,
): Promise<void> {
  if (email.kind === 'campaign') {
    if (!(await releaseUnsent(tx, email, at))) return;
    const status = statusAfterRefusal[why];
    if (status) store.endOrPostponeEnrollment(tx, email, { status, reason: null, dueAt: null });
    // The server works: it took the email up to the final dot.
    clearMailboxFailure(tx, email.mailbox.id);
  } else if (why in replyRefusalSentences) await refuseReply(tx, email, why as ReplyRefusal, at);
  // Another worker may have marked the reply unknown, but the server never got its dot.
  else await releaseUnsent(tx, email, at);
}

/** The status of the enrollment after a refusal. */
const statusAfterRefusal: Partial<Record<GateRefusal, string>> = {
  suppressed: 'suppressed',
  unsubscribed: 'unsubscribed',
  complained: 'unsubscribed',
  bounced: 'bounced',
};

/**
 * Releases an email that the server refused, or whose dot it never got. A reply waits a moment and can
 * be canceled meanwhile. Returns false if another worker has the email now.
 */
export async function releaseUnsent(tx: Tx, email: ClaimedEmail, at: Date): Promise<boolean> {
  if (email.kind === 'reply') {
    const retryAt = new Date(at.getTime() + busyMs);
    const waiting = { status: 'waiting', answer: null, evidence: 'busy' } as const;
    const settlement = { ...waiting, tries: email.tries, at, retryAt };
    return (await store.settleReply(tx, email, settlement)) !== undefined;
  }
  lockMailboxRow(tx, email.mailbox.id);
  store.markNotHandedOver(tx, email);
  // A merge may have given the email to another prospect.
  const prospectId = await store.selectProspectId(tx, email.id);
  return prospectId !== undefined && releaseEmail(tx, { ...email, prospectId }, at);
}

async function recordCampaignFailure(
  scope: FailureScope,
  email: CampaignEmail,
  consequence: EmailConsequence,
  { reply, message }: SmtpFailure,
  at: Date,
): Promise<void> {
  const { tx } = scope;
  const answer = reply && replyText(reply);
  switch (consequence.kind) {
    case 'accepted':
      throw new Error('An accepted email is not a failure.');
    case 'bounced':
      return recordBounce(scope, email, answer, at);
    case 'blocked':
      return recordBlock(tx, email, answer, at);
    case 'unknown':
      return recordUnknown(tx, email, message, at);
    case 'deferred':
    case 'held':
      return postponeEmail(scope, email, consequence, answer, at);
    case 'rest':
    case 'needs_attention':
      await releaseUnsent(tx, email, at);
      return recordMailboxFailure(scope, email, consequence, message, at);
  }
}

/** Nothing more is sent to the address, in no campaign. */
async function recordBounce(
  scope: FailureScope,
  email: CampaignEmail,
  answer: string | null,
  at: Date,
): Promise<void> {
  const { tx, deps } = scope;
  const prospectId = (await store.selectProspectId(tx, email.id)) ?? email.prospectId;
  // The same lock order as in the gate: the prospect, the mailbox, the enrollment, the email.
  await lockProspects(tx, [prospectId]);
  lockMailboxRow(tx, email.mailbox.id);
  await stopEnrollments(scope, { prospectIds: [prospectId] }, 'bounced');
  const settled = await store.settleEmail(tx, email, {
    ...{ status: 'refused', evidence: 'bounced', tries: email.tries, lookAt: null },
    ...{ answer, at },
  });
  if (!settled) return;
  await addAddressFact(tx, deps.suppression, email.recipient.emailKey, 'bounced', at);
  emitBounce(scope, email.id, settled, 'hard', answer);
  await recordEmailTrouble(scope, [{ outboundId: email.id, trouble: 'bounced' }], at);
}

async function recordBlock(
  tx: Tx,
  email: CampaignEmail,
  answer: string | null,
  at: Date,
): Promise<void> {
  lockMailboxRow(tx, email.mailbox.id);
  const settled = await store.settleEmail(tx, email, {
    ...{ status: 'refused', evidence: 'blocked', tries: email.tries, lookAt: null },
    ...{ answer, at },
  });
  if (!settled) return;
  store.endOrPostponeEnrollment(tx, settled, { status: 'held', reason: 'blocked', dueAt: null });
  const { mailboxId } = settled;
  const blocked = await store.countBlocked(tx, settled, new Date(at.getTime() - dayMs));
  if (blocked < maxBlockedPerDay) return;
  const until = await nextDayOf(tx, email, at);
  restMailbox(tx, {
    ...{ mailboxId, reason: 'blocked', detail: answer, isFailing: false, at, until },
  });
}

async function recordUnknown(
  tx: Tx,
  email: CampaignEmail,
  evidence: string,
  at: Date,
): Promise<void> {
  lockMailboxRow(tx, email.mailbox.id);
  const lookAt = nextLook(at, at);
  const settled = await store.settleEmail(tx, email, {
    ...{ status: 'unknown', answer: null, evidence, tries: email.tries, at, lookAt },
  });
  if (settled)
    store.endOrPostponeEnrollment(tx, settled, { status: 'held', reason: 'unknown', dueAt: null });
}

async function postponeEmail(
  scope: FailureScope,
  email: CampaignEmail,
  consequence: Extract<EmailConsequence, { kind: 'deferred' | 'held' }>,
  answer: string | null,
  at: Date,
): Promise<void> {
  const { tx } = scope;
  if (!(await releaseUnsent(tx, email, at))) return;
  const tries = email.tries + 1;
  const settled = await store.deferReleasedEmail(tx, email, { answer, at, tries });
  if (!settled) return;
  const isHeld = consequence.kind === 'held';
  store.endOrPostponeEnrollment(tx, settled, {
    status: isHeld ? 'held' : 'waiting',
    reason: isHeld ? consequence.reason : 'deferred',
    dueAt: isHeld ? null : minutesAfter(at, consequence.minutes),
  });
  if (isHeld && consequence.reason === 'mailbox_full')
    emitBounce(scope, email.id, settled, 'soft', answer);
}

/**
 * A reply has no enrollment that could wait, so the reply itself is tried again as long as this can
 * help.
 */
async function recordReplyFailure(
  scope: FailureScope,
  reply: ReplyEmail,
  consequence: EmailConsequence,
  failure: SmtpFailure,
  at: Date,
): Promise<void> {
  const { tx } = scope;
  const { message } = failure;
  const answer = (failure.reply && replyText(failure.reply)) ?? message;
  switch (consequence.kind) {
    case 'accepted':
      throw new Error('An accepted reply is not a failure.');
    case 'bounced':
      return recordReplyBounce(scope, reply, answer, at);
    case 'blocked':
      return void (await endRefusedReply(tx, reply, { answer, evidence: 'blocked', at }));
    case 'held':
      return void (await endRefusedReply(tx, reply, { answer, evidence: consequence.reason, at }));
    case 'unknown':
      await store.settleReply(tx, reply, {
        ...{ status: 'unknown', answer: null, evidence: message, tries: reply.tries, at },
        lookAt: nextLook(at, at),
      });
      return;
    case 'deferred':
      return retryReply(tx, reply, { answer, minutes: consequence.minutes, at });
    case 'needs_attention':
      await endRefusedReply(tx, reply, { answer, evidence: consequence.reason, at });
      return recordMailboxFailure(scope, reply, consequence, message, at);
    case 'rest': {
      // Campaigns notice a provider's limit themselves, and nothing counts the failures of a paused
      // mailbox. In both cases, the reply counts its own tries.
      const isTry = consequence.minutes === null || reply.mailbox.status === 'paused';
      const minutes = (isTry ? laterMinutes[reply.tries] : consequence.minutes) ?? null;
      if (minutes === null)
        return void (await endRefusedReply(tx, reply, {
          answer,
          evidence: consequence.reason,
          at,
        }));
      await retryReply(tx, reply, { answer, minutes, at, isTry });
      if (!isTry) await recordMailboxFailure(scope, reply, consequence, message, at);
    }
  }
}

/**
 * Campaigns no longer write to the address either. The prospect is locked first, as in every other
 * change.
 */
async function recordReplyBounce(
  scope: FailureScope,
  reply: ReplyEmail,
  reason: string,
  at: Date,
): Promise<void> {
  const { tx, deps } = scope;
  const target = await selectReplyTarget(tx, reply.id);
  if (target) await lockReplyPeople(tx, target);
  if (!(await endRefusedReply(tx, reply, { answer: reason, evidence: 'bounced', at }))) return;
  await addAddressFact(tx, deps.suppression, reply.recipient.emailKey, 'bounced', at);
  const { prospectId, campaignId } = target ?? { prospectId: null, campaignId: null };
  if (prospectId !== null) emitBounce(scope, reply.id, { prospectId, campaignId }, 'hard', reason);
}

/** Ends a reply that must not be sent, with the reason. */
export const refuseReply = (
  tx: Tx,
  reply: Pick<ReplyEmail, 'id' | 'attempt' | 'tries'>,
  why: ReplyRefusal | 'text_deleted',
  at: Date,
): Promise<boolean> =>
  endRefusedReply(tx, reply, {
    answer: why === 'text_deleted' ? 'Its text was deleted.' : replyRefusalSentences[why],
    evidence: why,
    at,
  });

async function endRefusedReply(
  tx: Tx,
  reply: Pick<ReplyEmail, 'id' | 'attempt' | 'tries'>,
  refusal: { answer: string; evidence: string; at: Date },
): Promise<boolean> {
  const { tries } = reply;
  const settled = await store.settleReply(tx, reply, { ...refusal, status: 'refused', tries });
  if (settled) store.reopenConversation(tx, settled);
  return settled !== undefined;
}

async function retryReply(
  tx: Tx,
  reply: ReplyEmail,
  {
    answer,
    minutes,
    at,
    isTry = true,
  }: { answer: string; minutes: number; at: Date; isTry?: boolean },
): Promise<void> {
  await store.settleReply(tx, reply, {
    ...{ status: 'deferred', answer, evidence: null, at },
    tries: reply.tries + (isTry ? 1 : 0),
    retryAt: minutesAfter(at, minutes),
  });
}

/** The server or the mailbox failed: the mailbox rests, or waits for a user. */
async function recordMailboxFailure(
  scope: FailureScope,
  email: ClaimedEmail,
  consequence: Extract<EmailConsequence, { kind: 'rest' | 'needs_attention' }>,
  detail: string,
  at: Date,
): Promise<void> {
  const { tx } = scope;
  const mailboxId = email.mailbox.id;
  const { reason } = consequence;
  if (consequence.kind === 'rest') {
    const { minutes } = consequence;
    const until = minutes === null ? await nextDayOf(tx, email, at) : minutesAfter(at, minutes);
    return restMailbox(tx, { mailboxId, reason, detail, at, until, isFailing: minutes !== null });
  }
  const address = await requireMailboxAttention(tx, { mailboxId, reason, detail, at });
  if (address === undefined) return;
  emitEvents(scope, [
    { type: 'mailbox.failing', prospectId: null, data: { mailboxId, address, reason, detail } },
  ]);
}

async function nextDayOf(tx: Tx, { mailbox }: ClaimedEmail, at: Date): Promise<Date> {
  const { holidays } = await selectMailSettings(tx);
  const tomorrow = startOfNextDay(mailbox.zone, at);
  return nextOpening(mailbox.windows, mailbox.zone, holidays, tomorrow) ?? tomorrow;
}

function emitBounce(
  scope: FailureScope,
  messageId: string,
  { campaignId, prospectId }: { campaignId: string | null; prospectId: string },
  bounce: 'hard' | 'soft',
  reason: string | null,
): void {
  const data = { prospectId, messageId, campaignId, bounce, reason };
  emitEvents(scope, [{ type: 'message.bounced', prospectId, data }]);
}
