import { isEmailStep } from '../core/campaigns/step-rules.ts';
import { selectSequences } from '../core/campaigns/steps.sql.ts';
import { templateOf } from '../core/campaigns/variant-rules.ts';
import { renderEmail } from '../core/sending/render.ts';
import { valuesOf } from '../core/sending/value-rules.ts';
import type { Tx } from '../platform/db/index.ts';
import { type EnrollmentKey, selectCandidate } from './claim.sql.ts';

export interface SentText {
  subject: string;
  text: string;
  conversationId: string | null;
}

interface SentEmail extends EnrollmentKey {
  stepId: string;
  variantId: string | null;
}

/**
 * The text of an email whose reply was lost, rendered again from the step and the prospect as they
 * are now, without its footer. What was sent is not stored before it is accepted.
 */
export async function sentText(
  tx: Tx,
  { campaignId, prospectId, stepId, variantId }: SentEmail,
  { day, senderName }: { day: string; senderName: string },
): Promise<SentText> {
  const [candidate, sequences] = await Promise.all([
    selectCandidate(tx, { campaignId, prospectId }, day),
    selectSequences(tx, [campaignId]),
  ]);
  const emails = sequences.get(campaignId)?.steps.filter(isEmailStep) ?? [];
  const step = emails.find(({ id }) => id === stepId);
  const conversationId = candidate?.conversationId ?? null;
  if (!candidate || !step) return { subject: '', text: '', conversationId };
  const { subject, text } = renderEmail({
    template: templateOf(step, variantId),
    footer: '',
    values: valuesOf(candidate.recipient, senderName),
    unsubscribeUrl: '',
    threadSubject: emails[0]!.subject,
  });
  return { subject, text, conversationId };
}
