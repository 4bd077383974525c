import { render } from '@outcrop/contract/merge-tags';
import { selectSequences } from '../core/campaigns/steps.sql.ts';
import type { Tx } from '../platform/db/index.ts';
import { type EnrollmentKey, selectCandidate } from './claim.sql.ts';

export interface SentText {
  subject: string;
  text: string;
  conversationId: string | null;
}

/**
 * The text of an email whose reply was lost, rendered again from the step and the prospect as they
 * are now. It may have changed since; what was sent is not stored before it is accepted.
 */
export async function sentText(
  tx: Tx,
  {
    campaignId,
    prospectId,
    stepId,
    variantId,
  }: EnrollmentKey & {
    stepId: string;
    variantId: string | null;
  },
  day: string,
): Promise<SentText> {
  const [candidate, sequences] = await Promise.all([
    selectCandidate(tx, { campaignId, prospectId }, day),
    selectSequences(tx, [campaignId]),
  ]);
  const steps = sequences.get(campaignId)?.steps ?? [];
  const step = steps.find(({ id, kind }) => id === stepId && kind === 'email');
  const version = step?.alternatives.find(({ id }) => id === variantId) ?? step;
  const firstSubject = steps.find(({ kind }) => kind === 'email')?.subject ?? '';
  const values = candidate?.values ?? {};
  return {
    subject: render(version?.subject ?? firstSubject, values),
    text: render(version?.body ?? '', values),
    conversationId: candidate?.conversationId ?? null,
  };
}
