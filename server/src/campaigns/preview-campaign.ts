import type { EmailStep, ManageResult } from '@outcrop/contract';
import { variantOf } from '../core/campaigns/variant-rules.ts';
import { selectRecipient } from '../core/sending/recipient.sql.ts';
import { renderEmail, renderProblems } from '../core/sending/render.ts';
import { valuesOf } from '../core/sending/value-rules.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { notFound } from '../platform/error.ts';
import { selectCampaign } from './campaigns.sql.ts';
import { selectSenderName } from './rehearsal.sql.ts';
import { unknownSender } from './rehearse-campaign.ts';
import { selectSteps } from './steps.sql.ts';

/** Every email of a campaign, as one prospect would get it. */
export async function previewCampaign({
  tx,
  params: { campaignId },
  query: { prospectId },
}: ManageCall<'getCampaignPreview'>): Promise<ManageResult<'getCampaignPreview'>> {
  const [campaign, steps, recipient, senderName] = await Promise.all([
    selectCampaign(tx, campaignId),
    selectSteps(tx, campaignId),
    selectRecipient(tx, prospectId),
    selectSenderName(tx, campaignId),
  ]);
  if (!campaign) throw notFound('campaign', campaignId);
  if (!recipient) throw notFound('prospect', prospectId);
  const { footer } = campaign;
  const values = valuesOf(recipient, senderName ?? unknownSender);
  let threadSubject: string | null = null;
  const emails = steps
    .filter((step): step is EmailStep => step.kind === 'email')
    .map((step) => {
      const template = variantOf(step, prospectId);
      const email = renderEmail({
        template,
        footer,
        values,
        threadSubject,
        unsubscribeUrl: '{{unsubscribeUrl}}',
      });
      threadSubject = email.subject;
      const missing = renderProblems(template, footer, values);
      return { stepId: step.id, variantId: template.variantId, ...email, missing };
    });
  return { emails };
}
