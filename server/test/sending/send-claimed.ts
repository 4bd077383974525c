import type { CampaignEmail } from '../../src/core/sending/claimed-email.ts';
import { recordOutcomeAlone } from '../../src/sending/record-outcome.ts';
import { type SendDeps, submitEmail } from '../../src/sending/send-turn.job.ts';
import { composedEmailOf } from './insert-claimed-email.ts';

export type SendResult = Awaited<ReturnType<typeof recordOutcomeAlone>>;

/** Sends a claimed email outside of a job, and records how that ended. */
export async function sendClaimed(
  deps: SendDeps,
  workspaceId: string,
  email: CampaignEmail,
): Promise<SendResult> {
  const composed = composedEmailOf(email);
  const outcome = await submitEmail(deps, workspaceId, email, composed);
  return recordOutcomeAlone(deps, workspaceId, { email, composed, outcome }, deps.clock());
}
