import type { MergeVariable } from '@outcrop/contract/merge-tags';
import { remainingSteps, type Sequence } from '../core/campaigns/step-rules.ts';
import { variantOf } from '../core/campaigns/variant-rules.ts';
import { renderEmail, renderProblems } from '../core/sending/render.ts';
import { valuesOf } from '../core/sending/value-rules.ts';
import type { Rehearsed } from './rehearsal.sql.ts';

/** What decides the emails of a campaign. */
export interface Script extends Sequence {
  footer: string | null;
  /** Null while no mailbox sends the campaign. */
  senderName: string | null;
}

/** The first email of a prospect that cannot be sent. */
export interface BrokenEmail {
  stepId: string;
  variantId: string | null;
  problem: 'no_email' | 'missing' | 'empty';
  /** Variables without a value and without a fallback. */
  missing: MergeVariable[];
}

/** Shown while no mailbox sends the campaign. */
export const unknownSender = '{{senderName}}';

/** Writes all emails that a prospect still gets, as sending does. */
export function rehearse(
  { steps, removed, footer, senderName }: Script,
  prospect: Rehearsed,
): { emails: number; problem: BrokenEmail | null } {
  const values = valuesOf(prospect, prospect.senderName ?? senderName ?? unknownSender);
  const remaining = remainingSteps(steps, removed, prospect.stepId, prospect.sentStepIds);
  let threadSubject: string | null = prospect.sentStepIds.length > 0 ? sentSubject : null;
  let problem: BrokenEmail | null = null;
  for (const step of remaining) {
    const template = variantOf(step, prospect.prospectId);
    const unsubscribeUrl = 'https://';
    const email = renderEmail({ template, footer, values, threadSubject, unsubscribeUrl });
    threadSubject = email.subject;
    const missing = renderProblems(template, footer, values);
    const found = problemOf(prospect.email !== null, missing, email.subject);
    if (found && !problem)
      problem = { stepId: step.id, variantId: template.variantId, problem: found, missing };
  }
  return { emails: remaining.length, problem };
}

/** An email that left has a subject, whatever its step is now. */
const sentSubject = 'Re:';

function problemOf(
  hasEmail: boolean,
  missing: MergeVariable[],
  subject: string,
): BrokenEmail['problem'] | null {
  if (!hasEmail) return 'no_email';
  if (missing.length > 0) return 'missing';
  return subject === '' ? 'empty' : null;
}

export function whatToDo({ problem, missing }: BrokenEmail): string {
  if (problem === 'no_email')
    return 'No email address. Add one, or stop the campaign for this prospect.';
  if (problem === 'empty')
    return 'The subject is empty for this prospect. Add a fallback to its variables.';
  const names = missing.map((name) => `{{${name}}}`).join(', ');
  return `No value for ${names}. Fill it in, or add a fallback to the email.`;
}
