import type {
  AddressFact,
  CampaignStatus,
  CampaignStep,
  EndpointResult,
  EnrollmentStatus,
} from '@outcrop/contract';

/** An earlier enrollment in the same campaign. */
export interface EarlierEnrollment {
  status: EnrollmentStatus;
  /** Whether it is unknown if an email was sent, and no user has decided yet. */
  hasUnknownEmail: boolean;
}

export interface EnrollmentCandidate {
  earlier: EarlierEnrollment | null;
  doNotContact: boolean;
  hasEmail: boolean;
  /** Known facts about the address, such as a bounce. */
  facts: AddressFact[];
}

type EnrollResult = EndpointResult<'postCampaigns'>['results'][number];
export type SkipReason = NonNullable<EnrollResult['reason']>;

/** What ended an enrollment before its last email, or null. */
export const stoppedBy = (
  earlier: EarlierEnrollment | null,
): NonNullable<EnrollResult['stoppedBy']> | null => {
  switch (earlier?.status) {
    case 'suppressed':
    case 'unsubscribed':
    case 'bounced':
    case 'stopped':
      return earlier.status;
    default:
      return null;
  }
};

/** The first reason not to enroll a prospect, or null. The address matters only if the campaign sends email. */
export function reasonToSkip(
  prospect: EnrollmentCandidate,
  { sendsEmail, resume }: { sendsEmail: boolean; resume: boolean },
): SkipReason | null {
  const { earlier } = prospect;
  const cause = stoppedBy(earlier);
  if (earlier && cause === null) return 'already_enrolled';
  if (prospect.doNotContact) return 'suppressed';
  const canResume = resume && cause === 'suppressed' && !earlier!.hasUnknownEmail;
  if (earlier && !canResume) return 'stopped';
  if (!sendsEmail) return null;
  if (prospect.facts.includes('unsubscribed') || prospect.facts.includes('complained'))
    return 'unsubscribed';
  if (!prospect.hasEmail) return 'no_email';
  return prospect.facts.includes('bounced') ? 'bounced' : null;
}

const allowedTransitions: Record<CampaignStatus, CampaignStatus[]> = {
  draft: ['running', 'archived'],
  running: ['paused', 'archived'],
  paused: ['running', 'archived'],
  archived: ['paused'],
};

/** Why a status change is not allowed, or null. */
export const transitionProblem = (from: CampaignStatus, to: CampaignStatus): string | null =>
  from === to || allowedTransitions[from].includes(to)
    ? null
    : `cannot change from ${from} to ${to}; allowed: ${allowedTransitions[from].join(' or ')}`;

/** Why a campaign with these steps cannot run, or null. */
export function runProblem(steps: CampaignStep[]): string | null {
  const emails = steps.filter((step) => step.kind === 'email');
  if (emails.length === 0) return 'cannot be running without an email step';
  if (emails.some(({ body }) => body.trim() === ''))
    return 'cannot be running while an email step has no body';
  return emails[0]!.subject === null
    ? 'cannot be running while the first email has no subject'
    : null;
}

/** Why the steps cannot be edited now, or null. */
export const stepsEditProblem = (status: CampaignStatus): string | null => {
  if (status === 'running')
    return 'cannot be changed while the campaign is running; pause it first';
  if (status === 'archived')
    return 'cannot be changed while the campaign is archived; move it to paused first';
  return null;
};

interface EnrollmentOutcome {
  /** The task's count that includes the prospect. */
  count: string;
  /** The reason and the remedy. Null if the prospect is enrolled. */
  sentence: string | null;
}

const skipOutcomes: Record<SkipReason | 'missing', EnrollmentOutcome> = {
  already_enrolled: { count: 'alreadyEnrolled', sentence: 'Already in the campaign.' },
  stopped: {
    count: 'stopped',
    sentence: 'The campaign was stopped for this prospect. Resume it in the list of its prospects.',
  },
  suppressed: { count: 'suppressed', sentence: 'Marked as “Do not contact”.' },
  unsubscribed: { count: 'unsubscribed', sentence: 'Unsubscribed or complained about an email.' },
  no_email: { count: 'noEmail', sentence: 'No email address. Add one and enroll again.' },
  bounced: {
    count: 'bounced',
    sentence: 'Emails to this address bounced. Correct the address and enroll again.',
  },
  missing: { count: 'missing', sentence: 'The prospect no longer exists.' },
};

export const enrollmentOutcome = (reason: SkipReason | 'missing' | null): EnrollmentOutcome =>
  reason === null ? { count: 'enrolled', sentence: null } : skipOutcomes[reason];
