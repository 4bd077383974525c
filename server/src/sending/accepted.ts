import { randomUUIDv7 } from 'node:crypto';
import { markResults } from '../core/campaigns/results.sql.ts';
import { nextStep, waitBefore } from '../core/campaigns/step-rules.ts';
import { selectSequences } from '../core/campaigns/steps.sql.ts';
import { emit, type NewEvent } from '../core/events/emit.ts';
import { changeCounts } from '../core/lists-and-tags/counts.ts';
import { clearFailing } from '../core/mailboxes/health.sql.ts';
import { selectMailSettings } from '../core/mailboxes/mail-settings.sql.ts';
import { lockProspects, moveToStage } from '../core/prospects/prospects.sql.ts';
import type { ClaimedMessage } from '../core/sending/claimed-message.ts';
import { judge, judgedWith } from '../core/sending/guard.ts';
import { addWait } from '../core/sending/time-rules.ts';
import type { Tx } from '../platform/db/index.ts';
import type { Acting } from '../platform/scope.ts';
import { type EnrollmentKey, lockMailboxRow } from './claim.sql.ts';
import type { Acceptance, NextWork } from './hand-over.ts';
import * as store from './outcome.sql.ts';

/** What decides where the prospect goes next, and what the inbox shows. */
export type AcceptedEmail = Pick<
  ClaimedMessage,
  'id' | 'attempt' | 'tries' | 'campaignId' | 'prospectId' | 'stepId' | 'conversationId'
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
  acceptance: Acceptance,
  /** What else the transaction does, before it locks the rows that all emails of a workspace share. */
  next?: NextWork,
): Promise<boolean> {
  const { tx } = acting;
  const prospect = await lockProspect(tx, email);
  // In the order of the gate: before the enrollment and the email.
  if (next) lockMailboxRow(tx, email.mailbox.id);
  const sent = prospect && (await settle(tx, email, acceptance, prospect.id));
  const [judged] = await Promise.all([sent ? judgedWith(tx, sent) : [], next?.(tx)]);
  if (sent) announce(acting, email, { ...sent, isFirstContact: prospect.stage === 'new' });
  await judge(acting, judged, acceptance.at);
  return sent !== undefined;
}

/** A merge may have given the email to another prospect. */
async function lockProspect(tx: Tx, { id, prospectId }: AcceptedEmail) {
  const [[locked], current] = await Promise.all([
    lockProspects(tx, [prospectId]),
    store.selectProspectId(tx, id),
  ]);
  if (current === undefined) return undefined;
  return current === prospectId ? locked : (await lockProspects(tx, [current]))[0];
}

interface Sent extends store.Settled {
  conversationId: string;
}

async function settle(
  tx: Tx,
  email: AcceptedEmail,
  { at, ...acceptance }: Acceptance,
  prospectId: string,
): Promise<Sent | undefined> {
  const { campaignId, id, subject, text, tries } = email;
  const enrollment = { campaignId, prospectId };
  clearFailing(tx, email.mailbox.id);
  const settlement = { ...acceptance, status: 'accepted', tries, at, lookAt: null } as const;
  // Pipelined in one round trip.
  const [settled, existingId, next] = await Promise.all([
    store.settleAttempt(tx, email, settlement),
    email.conversationId ?? store.selectConversationId(tx, enrollment),
    nextEmail(tx, enrollment, email, at),
  ]);
  if (!settled) return undefined;
  const conversationId = existingId ?? randomUUIDv7();
  const isNewConversation = existingId === null;
  const { serverMessageId } = acceptance;
  store.insertSent(tx, {
    ...settled,
    ...{ id, serverMessageId, conversationId, isNewConversation, subject, text, at },
  });
  // A reply may have come before the acceptance was recorded, also in another conversation.
  markResults(tx, [prospectId]);
  store.advanceEnrollment(tx, settled, { conversationId, at, next });
  return { ...settled, conversationId };
}

function announce(
  acting: Acting,
  { id: messageId, subject }: AcceptedEmail,
  { prospectId, campaignId, conversationId, isFirstContact }: Sent & { isFirstContact: boolean },
): void {
  if (isFirstContact) moveToStage(acting, 'contacted', [prospectId]);
  const sent: NewEvent = {
    type: 'message.sent',
    prospectId,
    data: { prospectId, messageId, campaignId, conversationId, subject },
  };
  const contacted: NewEvent = {
    type: 'prospect.stage_changed',
    prospectId,
    data: { prospectId, stage: 'contacted' },
    previous: { stage: 'new' },
  };
  emit(acting, isFirstContact ? [sent, contacted] : [sent]);
  if (isFirstContact)
    changeCounts(acting.tx, [
      { kind: 'stage', key: 'new', by: -1 },
      { kind: 'stage', key: 'contacted', by: 1 },
    ]);
}

async function nextEmail(
  tx: Tx,
  enrollment: EnrollmentKey,
  { stepId, mailbox: { zone } }: AcceptedEmail,
  at: Date,
): Promise<store.NextEmail | null> {
  const { campaignId } = enrollment;
  const [sequences, sentStepIds, { holidays }] = await Promise.all([
    selectSequences(tx, [campaignId]),
    store.selectSentStepIds(tx, enrollment),
    selectMailSettings(tx),
  ]);
  const { steps, removed } = sequences.get(campaignId)!;
  const next = nextStep(steps, removed, stepId, sentStepIds);
  if (next === null) return null;
  return { stepId: next.id, dueAt: addWait(waitBefore(steps, next.id), zone, holidays, at) };
}
