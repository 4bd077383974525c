import { render } from '@outcrop/contract/merge-tags';
import { nextStep, type SequenceStep } from '../core/campaigns/step-rules.ts';
import { type Sequence, selectSequences } from '../core/campaigns/steps.sql.ts';
import type { MailboxRow } from '../core/mailboxes/mailboxes.sql.ts';
import type { ClaimedMessage, Template } from '../core/sending/claimed-message.ts';
import { lookUpFacts } from '../core/suppression/address-facts.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import type { Tx } from '../platform/db/index.ts';
import type { Judged } from './candidate-rules.ts';
import type { Candidate } from './claim.sql.ts';
import { companyOf } from './company.ts';
import { selectSent } from './outbound.sql.ts';

export interface ClaimDeps {
  suppression: Suppression;
  tokens: { messageId: (outboundId: string, domain: string) => string };
}

/** The next email of an enrollment. */
export interface Email extends Judged {
  stepId: string | null;
  sequence: Sequence;
}

/** The next email of each candidate, with what is known of its address. */
export async function emailsOf(
  tx: Tx,
  candidates: Candidate[],
  { suppression }: Pick<ClaimDeps, 'suppression'>,
): Promise<Email[]> {
  if (candidates.length === 0) return [];
  const campaignIds = [...new Set(candidates.map(({ campaignId }) => campaignId))];
  const [sequences, factsOf] = await Promise.all([
    selectSequences(tx, campaignIds),
    lookUpFacts(tx, suppression, candidates),
  ]);
  return candidates.map((candidate) => {
    const { campaignId, prospectId, stepId, sentStepIds, emailKey } = candidate;
    const sequence = sequences.get(campaignId)!;
    const step = nextStep(sequence.steps, sequence.removed, stepId, sentStepIds);
    return {
      candidate,
      sequence,
      facts: factsOf(candidate),
      company: companyOf(emailKey),
      stepId: step?.id ?? null,
      template: step && templateOf(step, prospectId),
    };
  });
}

function templateOf({ subject, body, format }: SequenceStep, _prospectId: string): Template {
  return { variantId: null, subject, body: body!, format };
}

/** Everything that a worker needs to send the email, except for what the claim itself returns. */
export async function toMessage(
  tx: Tx,
  mailbox: MailboxRow,
  { candidate, template, stepId, sequence }: Email,
  isFirst: boolean,
): Promise<Omit<ClaimedMessage, 'id' | 'attempt' | 'tries' | 'messageId'>> {
  const { campaignId, prospectId, conversationId, footer, email, emailKey, values } = candidate;
  const sent = await selectSent(tx, candidate, conversationId);
  const firstSubject = sequence.steps.find(({ kind }) => kind === 'email')?.subject ?? '';
  return {
    campaignId,
    prospectId,
    stepId: stepId!,
    isFirst,
    mailbox,
    template: template!,
    footer,
    thread:
      sent.messageIds.length === 0
        ? null
        : { ...sent, subject: sent.subject ?? render(firstSubject, values) },
    conversationId,
    recipient: { email: email!, emailKey: emailKey!, values },
  };
}
