import { maxEmailLength } from '@outcrop/contract';
import type { FooterVariable, MergeVariable } from '@outcrop/contract/merge-tags';
import { type CampaignSequence, remainingSteps } from '../core/campaigns/step-rules.ts';
import { variantOf } from '../core/campaigns/variant-rules.ts';
import { mergeTagValuesOf, unknownSender } from '../core/sending/merge-tag-value-rules.ts';
import { renderEmail, renderProblems } from '../core/sending/render-email.ts';
import { missingValuesAdvice } from './enrollment-rules.ts';
import type { RehearsedProspect } from './rehearsal.sql.ts';

export interface RehearsedCampaign extends CampaignSequence {
  footer: string | null;
  /** Null while no mailbox sends the campaign. */
  senderName: string | null;
}

/** An email that cannot be sent. */
export interface BrokenEmail {
  stepId: string;
  variantId: string | null;
  problem: 'no_email' | 'missing' | 'too_long' | 'empty';
  /** Variables without value and fallback, or with too long a value. */
  missing: MergeVariable[];
}

/** Writes the remaining emails of a prospect like sending does. Returns the first problem. */
export function rehearseEmails(
  { steps, removed, footer, senderName }: RehearsedCampaign,
  prospect: RehearsedProspect,
): { emails: number; problem: BrokenEmail | null } {
  const values = mergeTagValuesOf(prospect, prospect.senderName ?? senderName ?? unknownSender);
  const remaining = remainingSteps(steps, removed, prospect.stepId, prospect.sentStepIds);
  let threadSubject: string | null = prospect.sentStepIds.length > 0 ? sentSubject : null;
  let problem: BrokenEmail | null = null;
  for (const step of remaining) {
    const template = variantOf(step, prospect.prospectId);
    const unsubscribeUrl = 'https://';
    const email = renderEmail({ template, footer, values, threadSubject, unsubscribeUrl });
    threadSubject = email.subject;
    const missing = renderProblems(template, footer, values);
    const emailProblem = problemOf(prospect.email !== null, missing, email);
    if (emailProblem && !problem)
      problem = { stepId: step.id, variantId: template.variantId, problem: emailProblem, missing };
  }
  return { emails: remaining.length, problem };
}

/** A sent email had a subject, even if its step has none now. */
const sentSubject = 'Re:';

function problemOf(
  hasEmail: boolean,
  missing: MergeVariable[],
  { subject, tooLong }: { subject: string; tooLong: FooterVariable | null },
): BrokenEmail['problem'] | null {
  if (!hasEmail) return 'no_email';
  if (tooLong !== null) return 'too_long';
  if (missing.length > 0) return 'missing';
  return subject === '' ? 'empty' : null;
}

export function problemAdvice({ problem, missing }: BrokenEmail): string {
  if (problem === 'no_email')
    return 'No email address. Add one, or stop the campaign for this prospect.';
  if (problem === 'empty')
    return 'The subject is empty for this prospect. Add a fallback to its variables.';
  if (problem === 'too_long')
    return `The value of {{${missing.at(-1)}}} makes the email longer than ${maxEmailLength.toLocaleString('en')} characters. Shorten it, or use the variable less often.`;
  return missingValuesAdvice(missing);
}
