import type { AddressFact, EnrollmentReason, EnrollmentStatus } from '@outcrop/contract';

/** What decides whether an enrollment can be changed. */
export interface Changeable {
  status: EnrollmentStatus;
  stepId: string | null;
  dueAt: Date;
  hasUnknown: boolean;
  doNotContact: boolean;
  hasEmail: boolean;
  facts: AddressFact[];
}

export type Change =
  | { reason: EnrollmentReason }
  | { status: EnrollmentStatus; stepId: string | null; dueAt: Date };

const active: EnrollmentStatus[] = ['waiting', 'sending', 'away', 'held'];

/** Ends an enrollment that still has emails to come. */
export const stop = ({ status, stepId, dueAt }: Changeable): Change =>
  active.includes(status) ? { status: 'stopped', stepId, dueAt } : { reason: 'already_ended' };

/** Continues an enrollment with the email that was next, unless the person must not be written to. */
export function resume(enrollment: Changeable, at: Date): Change {
  const { status, stepId, dueAt, hasUnknown, facts } = enrollment;
  if (status === 'waiting' || status === 'sending') return { reason: 'already_active' };
  if (status === 'finished') return { reason: 'finished' };
  if (enrollment.doNotContact) return { reason: 'suppressed' };
  if (facts.includes('unsubscribed') || facts.includes('complained'))
    return { reason: 'unsubscribed' };
  if (!enrollment.hasEmail) return { reason: 'no_email' };
  if (facts.includes('bounced')) return { reason: 'bounced' };
  if (hasUnknown) return { reason: 'unknown_message' };
  // Someone who is away would be written to later; resuming means now.
  const isLater = status !== 'away' && dueAt > at;
  return { status: 'waiting', stepId, dueAt: isLater ? dueAt : at };
}
