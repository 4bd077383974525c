import { type MergeValues, renderTemplate } from '@outcrop/contract/merge-tags';
import { selectSequences } from '../core/campaigns/campaign-steps.sql.ts';
import { type CampaignSequence, nextStep } from '../core/campaigns/step-rules.ts';
import { variantOf } from '../core/campaigns/variant-rules.ts';
import type { MailboxRow } from '../core/mailboxes/mailbox-rows.sql.ts';
import type { CampaignEmail } from '../core/sending/claimed-email.ts';
import { companyDomainOf } from '../core/sending/company-domain-rules.ts';
import { mergeTagValuesOf } from '../core/sending/merge-tag-value-rules.ts';
import { renderProblems } from '../core/sending/render-email.ts';
import { lookUpAddressFacts } from '../core/suppression/address-facts.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import type { Tx } from '../platform/db/index.ts';
import { selectSentThread } from './claim-email.sql.ts';
import type { EnrollmentCandidate } from './claim-next.sql.ts';
import type { CandidateEmail } from './claim-rules.ts';

export interface ClaimDeps {
  suppression: Suppression;
  tokens: { messageId: (outboundId: string, domain: string) => string };
}

/** The next email of an enrollment. */
export interface NextEmail extends CandidateEmail {
  stepId: string | null;
  sequence: CampaignSequence;
  values: MergeValues;
}

/** The next email of each candidate, with the facts about its address. */
export async function nextEmailsOf(
  tx: Tx,
  senderName: string,
  candidates: EnrollmentCandidate[],
  { suppression }: Pick<ClaimDeps, 'suppression'>,
): Promise<NextEmail[]> {
  if (candidates.length === 0) return [];
  const campaignIds = [...new Set(candidates.map(({ campaignId }) => campaignId))];
  const [sequences, factsOf] = await Promise.all([
    selectSequences(tx, campaignIds),
    lookUpAddressFacts(tx, suppression, candidates),
  ]);
  return candidates.map((candidate) => {
    const { campaignId, prospectId, stepId, sentStepIds, emailKey, footer } = candidate;
    const sequence = sequences.get(campaignId)!;
    const step = nextStep(sequence.steps, sequence.removed, stepId, sentStepIds);
    const template = step && variantOf(step, prospectId);
    const values = mergeTagValuesOf(candidate.recipient, senderName);
    return {
      candidate,
      sequence,
      values,
      facts: factsOf(candidate),
      company: companyDomainOf(emailKey),
      stepId: step?.id ?? null,
      template,
      missing: template ? renderProblems(template, footer, values) : [],
    };
  });
}

/** All that a worker needs to send the email, except the result of the claim. */
export async function toCampaignEmail(
  tx: Tx,
  mailbox: MailboxRow,
  { candidate, template, stepId, sequence, values }: NextEmail,
  isFirst: boolean,
): Promise<Omit<CampaignEmail, 'id' | 'attempt' | 'tries' | 'messageId'>> {
  const { campaignId, prospectId, conversationId, footer, email, emailKey } = candidate;
  const sent = isFirst ? null : await selectSentThread(tx, candidate, conversationId);
  const first = sequence.steps.find((step) => step.kind === 'email');
  return {
    kind: 'campaign',
    campaignId,
    prospectId,
    stepId: stepId!,
    isFirst,
    mailbox,
    template: template!,
    footer,
    thread: sent?.messageIds.length
      ? { ...sent, subject: sent.subject ?? renderTemplate(first?.subject ?? '', values) }
      : null,
    conversationId,
    recipient: { email: email!, emailKey: emailKey!, values },
  };
}
