import type {
  AddressFact,
  CampaignStep,
  EndpointResult,
  EnrollmentStatus,
} from '@outcrop/contract';
import { type MergeVariable, requiredVariables } from '@outcrop/contract/merge-tags';
import { isEmailStep } from '../core/campaigns/step-rules.ts';
import { variantOf } from '../core/campaigns/variant-rules.ts';
import {
  type EmailRecipient,
  mergeTagValuesOf,
  unknownSender,
} from '../core/sending/merge-tag-value-rules.ts';

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
  /** Variables that its emails need and that it has no value for. */
  missing: MergeVariable[];
}

type EnrollmentResult = EndpointResult<'postCampaigns'>['results'][number];

export type SkipReason = NonNullable<EnrollmentResult['reason']>;

/** What ended an enrollment before its last email, or null. */
export const stoppedBy = (
  earlier: EarlierEnrollment | null,
): NonNullable<EnrollmentResult['stoppedBy']> | null => {
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

/** The first reason not to enroll a prospect, or null. */
export function reasonToSkip(
  prospect: EnrollmentCandidate,
  { isAddressNeeded, resume }: { isAddressNeeded: boolean; resume: boolean },
): SkipReason | null {
  const { earlier } = prospect;
  const cause = stoppedBy(earlier);
  if (earlier && cause === null) return 'already_enrolled';
  if (prospect.doNotContact) return 'suppressed';
  const canResume = resume && cause === 'suppressed' && !earlier!.hasUnknownEmail;
  if (earlier && !canResume) return 'stopped';
  if (!isAddressNeeded) return null;
  if (prospect.facts.includes('unsubscribed') || prospect.facts.includes('complained'))
    return 'unsubscribed';
  if (!prospect.hasEmail) return 'no_email';
  if (prospect.facts.includes('bounced')) return 'bounced';
  return prospect.missing.length > 0 ? 'missing_values' : null;
}

/** Whether a campaign needs an address. One without steps will get emails; one with other steps only sends none. */
export const needsAddress = (steps: CampaignStep[]): boolean =>
  steps.length === 0 || steps.some(isEmailStep);

/**
 * Returns a function that finds the variables that a prospect's emails need and that it has no value
 * for. Each text is parsed once, however many prospects are enrolled.
 */
export function missingValues(steps: CampaignStep[], footer: string | null) {
  const emails = steps.filter(isEmailStep);
  const parsedTexts = new Map<string, MergeVariable[]>();
  const variablesIn = (text: string): MergeVariable[] => {
    const variables = parsedTexts.get(text) ?? requiredVariables(text);
    parsedTexts.set(text, variables);
    return variables;
  };
  return (prospectId: string, recipient: EmailRecipient): MergeVariable[] => {
    const values = mergeTagValuesOf(recipient, unknownSender);
    const needed = emails.flatMap((step) => {
      const { subject, body } = variantOf(step, prospectId);
      return [subject ?? '', body, footer ?? ''].flatMap(variablesIn);
    });
    return [...new Set(needed)].filter((variable) => !values[variable]);
  };
}

export const missingValuesAdvice = (missing: MergeVariable[]): string =>
  `No value for ${missing.map((name) => `{{${name}}}`).join(', ')}. Fill it in, or add a fallback to the email.`;

interface EnrollmentOutcome {
  /** The task's count that includes the prospect. */
  count: string;
  /** The reason and the remedy. Null if the prospect is enrolled. */
  sentence: string | null;
}

const skipOutcomes: Record<Exclude<SkipReason, 'missing_values'>, EnrollmentOutcome> = {
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
};

/** What a task reports about a prospect. A prospect without a result was deleted. */
export function enrollmentOutcome(result: EnrollmentResult | undefined): EnrollmentOutcome {
  if (!result) return { count: 'missing', sentence: 'The prospect no longer exists.' };
  const { reason, missing = [] } = result;
  if (reason === undefined) return { count: 'enrolled', sentence: null };
  return reason === 'missing_values'
    ? { count: 'missingValues', sentence: missingValuesAdvice(missing) }
    : skipOutcomes[reason];
}
