import type { CampaignStep } from '@outcrop/contract';
import type { MergeValues } from '@outcrop/contract/merge-tags';
import { isEmailStep } from '../core/campaigns/step-rules.ts';
import { type Template, templateOf, variantOf } from '../core/campaigns/variant-rules.ts';
import { type RenderedEmail, renderEmail } from '../core/sending/render.ts';

interface WriteInput {
  steps: CampaignStep[];
  footer: string | null;
  prospectId: string;
  values: MergeValues;
  unsubscribeUrl: string;
  /** Another version of this step than the one that the prospect would get, or the step itself. */
  chosen?: { stepId: string; variantId: string } | undefined;
}

export interface WrittenEmail extends RenderedEmail {
  stepId: string;
  template: Template;
}

/** Every email of a campaign, as one prospect would get it. */
export function writeEmails(input: WriteInput): WrittenEmail[] {
  const { steps, footer, prospectId, values, unsubscribeUrl, chosen } = input;
  let threadSubject: string | null = null;
  return steps.filter(isEmailStep).map((step) => {
    const template =
      chosen?.stepId === step.id ? templateOf(step, chosen.variantId) : variantOf(step, prospectId);
    const email = renderEmail({ template, footer, values, threadSubject, unsubscribeUrl });
    threadSubject = email.subject;
    return { stepId: step.id, template, ...email };
  });
}
