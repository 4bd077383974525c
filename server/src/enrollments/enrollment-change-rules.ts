import type { AddressFact, EnrollmentReason, EnrollmentStatus } from '@outcrop/contract';
import { nextStep, waitBefore } from '../core/campaigns/step-rules.ts';
import { addWait } from '../core/sending/send-time-rules.ts';

export interface EnrollmentState {
  status: EnrollmentStatus;
  stepId: string | null;
  dueAt: Date;
  lastSentAt: Date | null;
  /** Steps whose email was sent or may have been sent. */
  sentStepIds: string[];
  /** The time zone of the mailbox. */
  zone: string;
  hasUnknownEmail: boolean;
  doNotContact: boolean;
  hasEmail: boolean;
  facts: AddressFact[];
}

export type EnrollmentChange =
  | { reason: EnrollmentReason }
  | { status: EnrollmentStatus; stepId: string | null; dueAt: Date };

const activeStatuses: EnrollmentStatus[] = ['waiting', 'sending', 'away', 'held'];

/** Ends an enrollment that still has emails to send. */
export const stopEnrollment = ({ status, stepId, dueAt }: EnrollmentState): EnrollmentChange =>
  activeStatuses.includes(status)
    ? { status: 'stopped', stepId, dueAt }
    : { reason: 'already_ended' };

/** Continues an enrollment with its next email, unless the prospect must not be contacted. */
export function resumeEnrollment(enrollment: EnrollmentState, at: Date): EnrollmentChange {
  const { status, stepId, dueAt, hasUnknownEmail, facts } = enrollment;
  if (status === 'waiting' || status === 'sending') return { reason: 'already_active' };
  if (status === 'finished') return { reason: 'finished' };
  if (enrollment.doNotContact) return { reason: 'suppressed' };
  if (facts.includes('unsubscribed') || facts.includes('complained'))
    return { reason: 'unsubscribed' };
  if (!enrollment.hasEmail) return { reason: 'no_email' };
  if (facts.includes('bounced')) return { reason: 'bounced' };
  if (hasUnknownEmail) return { reason: 'unknown_message' };
  // An absence ends later, but resuming sends the email now.
  const isLater = status !== 'away' && dueAt > at;
  return { status: 'waiting', stepId, dueAt: isLater ? dueAt : at };
}

export interface CampaignSchedule {
  steps: Parameters<typeof nextStep>[0];
  removed: Parameters<typeof nextStep>[1];
  holidays: string[];
}

/**
 * Skips the next email. The wait before the email after it stays the same. If an email may have been
 * sent, that email is skipped instead.
 */
export function skipNextEmail(
  enrollment: EnrollmentState,
  at: Date,
  { steps, removed, holidays }: CampaignSchedule,
): EnrollmentChange {
  const { status, stepId, dueAt, lastSentAt, sentStepIds, zone, hasUnknownEmail } = enrollment;
  if (!activeStatuses.includes(status)) return { reason: 'already_ended' };
  if (status === 'sending') return { reason: 'sending' };
  const next = nextStep(steps, removed, stepId, sentStepIds);
  const following = hasUnknownEmail
    ? next
    : next && nextStep(steps, removed, next.id, [...sentStepIds, next.id]);
  if (!following) return { status: 'finished', stepId, dueAt };
  // A follow-up without a subject continues a thread, which does not exist yet.
  if (following.subject === null && lastSentAt === null) return { reason: 'no_subject' };
  return {
    status: status === 'away' ? 'away' : 'waiting',
    stepId: following.id,
    dueAt: addWait(waitBefore(steps, following.id), zone, holidays, dueAt > at ? dueAt : at),
  };
}
