import { randomUUIDv7 } from 'node:crypto';
import { nextStep, waitBefore } from '../core/campaigns/step-rules.ts';
import { selectSequences } from '../core/campaigns/steps.sql.ts';
import { emit, type NewEvent } from '../core/events/emit.ts';
import { changeCounts } from '../core/lists-and-tags/counts.ts';
import { clearFailing } from '../core/mailboxes/health.sql.ts';
import { selectMailSettings } from '../core/mailboxes/mail-settings.sql.ts';
import { lockProspects, moveToStage } from '../core/prospects/prospects.sql.ts';
import type { ClaimedMessage } from '../core/sending/claimed-message.ts';
import { addWait } from '../core/sending/time-rules.ts';
import type { Tx } from '../platform/db/index.ts';
import type { Acting } from '../platform/scope.ts';
import type { Acceptance } from './hand-over.ts';
import * as store from './outcome.sql.ts';

/** What decides where the prospect goes next, and what the inbox shows. */
export type AcceptedEmail = Pick<
  ClaimedMessage,
  'id' | 'attempt' | 'tries' | 'stepId' | 'conversationId'
> & {
  mailbox: Pick<ClaimedMessage['mailbox'], 'id' | 'zone'>;
  subject: string;
  text: string;
};

/**
 * Records that an email was sent, and schedules the next one. Returns false if that was recorded
 * before, or the prospect was deleted.
 */
export async function recordAccepted(
  acting: Acting,
  email: AcceptedEmail,
  { at, ...acceptance }: Acceptance,
): Promise<boolean> {
  const { tx } = acting;
  const current = await store.selectProspectId(tx, email.id);
  if (current === undefined) return false;
  const [prospect] = await lockProspects(tx, [current]);
  if (!prospect) return false;
  clearFailing(tx, email.mailbox.id);
  const settled = await store.settleAttempt(tx, email, {
    ...acceptance,
    status: 'accepted',
    tries: email.tries,
    at,
    lookAt: null,
  });
  if (!settled) return false;

  const { campaignId, prospectId } = settled;
  const { id, subject, text } = email;
  const existingId = email.conversationId ?? (await store.selectConversationId(tx, settled));
  const conversationId = existingId ?? randomUUIDv7();
  const isNewConversation = existingId === null;
  const { serverMessageId } = acceptance;
  store.insertSent(tx, {
    ...settled,
    ...{ id, serverMessageId, conversationId, isNewConversation, subject, text, at },
  });
  const next = await nextEmail(tx, settled, email, at);
  store.advanceEnrollment(tx, settled, { conversationId, at, next });

  const isFirstContact = prospect.stage === 'new';
  if (isFirstContact) moveToStage(acting, 'contacted', [prospectId]);
  const sent: NewEvent = {
    type: 'message.sent',
    prospectId,
    data: { prospectId, messageId: id, campaignId, conversationId, subject },
  };
  const contacted: NewEvent = {
    type: 'prospect.stage_changed',
    prospectId,
    data: { prospectId, stage: 'contacted' },
    previous: { stage: 'new' },
  };
  emit(acting, isFirstContact ? [sent, contacted] : [sent]);
  if (isFirstContact)
    changeCounts(tx, [
      { kind: 'stage', key: 'new', by: -1 },
      { kind: 'stage', key: 'contacted', by: 1 },
    ]);
  return true;
}

async function nextEmail(
  tx: Tx,
  settled: store.Settled,
  { stepId, mailbox: { zone } }: AcceptedEmail,
  at: Date,
): Promise<store.NextEmail | null> {
  const [sequences, sentStepIds, { holidays }] = await Promise.all([
    selectSequences(tx, [settled.campaignId]),
    store.selectSentStepIds(tx, settled),
    selectMailSettings(tx),
  ]);
  const { steps, removed } = sequences.get(settled.campaignId)!;
  const next = nextStep(steps, removed, stepId, sentStepIds);
  if (next === null) return null;
  return { stepId: next.id, dueAt: addWait(waitBefore(steps, next.id), zone, holidays, at) };
}
