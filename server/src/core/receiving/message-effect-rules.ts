import type { AddressFact, EnrollmentStatus } from '@outcrop/contract';
import { Temporal } from 'temporal-polyfill';
import type { StopStatus } from '../campaigns/end-enrollments.sql.ts';
import type { MessageDecision } from './message.ts';

/** The effects of a message. */
export interface MessageEffects {
  /** Ends the enrollments of the person. */
  end: { status: StopStatus; reason: string | null } | null;
  /** The person's emails wait until this time. */
  awayUntil: Date | null;
  /** The fact to record about the address that got the email. */
  fact: AddressFact | null;
  /** A person replied: the stage moves forward, and the company may be stopped too. */
  isReply: boolean;
  event: 'reply' | 'automatic_reply' | 'hard_bounce' | 'soft_bounce' | 'unsubscribed' | null;
}

export interface EffectContext {
  /** Whether a user wrote it in a mail program. */
  isOurs: boolean;
  /** Whether the sender must have got the email of ours that the message names. */
  isProven: boolean;
  /** Whether the notice is about the address that got the email. */
  isAboutRecipient: boolean;
  /** The time zone of the mailbox. */
  zone: string;
  receivedAt: Date;
}

const noEffects: MessageEffects = {
  end: null,
  awayUntil: null,
  fact: null,
  isReply: false,
  event: null,
};

const replyEffects: MessageEffects = {
  ...noEffects,
  end: { status: 'replied', reason: null },
  isReply: true,
  event: 'reply',
};

/** A message without proof changes nothing about an address, because it may be forged. */
export function effectsOf(decision: MessageDecision, context: EffectContext): MessageEffects {
  if (context.isOurs)
    return { ...noEffects, end: { status: 'stopped', reason: 'answered_elsewhere' } };
  const isTrusted = context.isProven && context.isAboutRecipient;
  switch (decision.kind) {
    case 'human':
      return replyEffects;
    case 'away':
      return {
        ...noEffects,
        awayUntil: awayUntil(decision.returnDate, context),
        event: 'automatic_reply',
      };
    case 'automatic':
      return { ...noEffects, event: 'automatic_reply' };
    case 'delayed':
      return noEffects;
    case 'bounce':
      if (!isTrusted) return noEffects;
      return decision.permanent
        ? { ...stopEffects('bounced', 'bounced'), event: 'hard_bounce' }
        : { ...noEffects, event: 'soft_bounce' };
    case 'complaint':
      return isTrusted
        ? { ...stopEffects('unsubscribed', 'complained'), event: 'unsubscribed' }
        : noEffects;
    case 'unsubscribe':
      return context.isProven
        ? { ...stopEffects('unsubscribed', 'unsubscribed'), event: 'unsubscribed' }
        : replyEffects;
  }
}

const stopEffects = (status: StopStatus, fact: AddressFact): MessageEffects => ({
  ...noEffects,
  end: { status, reason: null },
  fact,
});

const defaultAbsenceDays = 7;
const maxAbsenceDays = 100;

/** The start of the return day. Seven days after the message without a plausible return day. */
function awayUntil(returnDate: string | null, { zone, receivedAt }: EffectContext): Date {
  const received = Temporal.Instant.fromEpochMilliseconds(receivedAt.getTime()).toZonedDateTimeISO(
    zone,
  );
  const day = returnDate === null ? null : dayOf(returnDate);
  const days = day ? received.toPlainDate().until(day).days : 0;
  const until =
    day && days > 0 && days <= maxAbsenceDays
      ? day.toZonedDateTime(zone)
      : received.add({ days: defaultAbsenceDays });
  return new Date(until.epochMilliseconds);
}

function dayOf(text: string): Temporal.PlainDate | null {
  try {
    return Temporal.PlainDate.from(text);
  } catch {
    return null;
  }
}

/** An enrollment with emails to come, or that has just ended. */
export interface EnrollmentState {
  campaignId: string;
  prospectId: string;
  status: EnrollmentStatus;
  reason: string | null;
  dueAt: Date;
}

/** The enrollment after the effects, or null if it does not change. */
export function changeEnrollment(
  { end, awayUntil }: MessageEffects,
  enrollment: EnrollmentState,
): EnrollmentState | null {
  const { status, dueAt } = enrollment;
  const isActive = ['waiting', 'sending', 'away', 'held'].includes(status);
  if (end) return isActive ? { ...enrollment, ...end } : null;
  if (awayUntil && (status === 'waiting' || status === 'away') && dueAt < awayUntil)
    return { ...enrollment, status: 'away', reason: null, dueAt: awayUntil };
  return null;
}
