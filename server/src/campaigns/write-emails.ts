import type { CampaignStep } from '@outcrop/contract';
import type { MergeValues } from '@outcrop/contract/merge-tags';
import { isEmailStep } from '../core/campaigns/step-rules.ts';
import { type EmailTemplate, templateOf, variantOf } from '../core/campaigns/variant-rules.ts';
import { type RenderedEmail, renderEmail } from '../core/sending/render-email.ts';

interface EmailsInput {
  steps: CampaignStep[];
  footer: string | null;
  prospectId: string;
  values: MergeValues;
  unsubscribeUrl: string;
  /** Replaces the variant that the prospect would get. */
  chosenVariant?: { stepId: string; variantId: string } | undefined;
}

export interface WrittenEmail extends RenderedEmail {
  stepId: string;
  template: EmailTemplate;
}

/** Writes every email of a campaign for one prospect. */
export function writeEmails(input: EmailsInput): WrittenEmail[] {
  const { steps, footer, prospectId, values, unsubscribeUrl, chosenVariant } = input;
  let threadSubject: string | null = null;
  return steps.filter(isEmailStep).map((step) => {
    const template =
      chosenVariant?.stepId === step.id
        ? templateOf(step, chosenVariant.variantId)
        : variantOf(step, prospectId);
    const email = renderEmail({ template, footer, values, threadSubject, unsubscribeUrl });
    threadSubject = email.subject;
    return { stepId: step.id, template, ...email };
  });
}
