import type { ManageResult } from '@outcrop/contract';
import type { MergeVariable } from '@outcrop/contract/merge-tags';
import { mergeTagValuesOf, unknownSender } from '../core/sending/merge-tag-value-rules.ts';
import { selectRecipient } from '../core/sending/recipient.sql.ts';
import { renderProblems } from '../core/sending/render-email.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { notFound } from '../platform/error.ts';
import { selectCampaign } from './campaigns.sql.ts';
import { selectSteps } from './edited-steps.sql.ts';
import { selectSenderName } from './rehearsal.sql.ts';
import { writeEmails } from './write-emails.ts';

/** Writes every email of a campaign for one prospect. */
export async function getCampaignPreview({
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
  const values = mergeTagValuesOf(recipient, senderName ?? unknownSender);
  const unsubscribeUrl = '{{unsubscribeUrl}}';
  const emails = writeEmails({ steps, footer, prospectId, values, unsubscribeUrl });
  return {
    emails: emails.map(({ template, tooLong, ...email }) => ({
      ...email,
      // The link to unsubscribe has no value here.
      tooLong: tooLong as MergeVariable | null,
      variantId: template.variantId,
      missing: renderProblems(template, footer, values),
    })),
  };
}
