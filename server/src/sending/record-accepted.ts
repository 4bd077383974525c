import { randomUUIDv7 } from 'node:crypto';
import { selectSequences } from '../core/campaigns/campaign-steps.sql.ts';
import { markEmailResults } from '../core/campaigns/email-results.sql.ts';
import { nextStep, waitBefore } from '../core/campaigns/step-rules.ts';
import { emitEvents, type NewEvent } from '../core/events/emit-events.ts';
import { changeCounts } from '../core/lists-and-tags/memberships.sql.ts';
import { selectMailSettings } from '../core/mailboxes/mail-settings.sql.ts';
import { clearMailboxFailure } from '../core/mailboxes/mailbox-health.sql.ts';
import {
  type LockedProspect,
  lockProspects,
  moveToStage,
} from '../core/prospects/prospects.sql.ts';
import type { CampaignEmail, ReplyEmail } from '../core/sending/claimed-email.ts';
import { addWait } from '../core/sending/send-time-rules.ts';
import { findEarlyTrouble, pauseIfTroubled } from '../core/sending/sending-guard.ts';
import type { ActorTransaction } from '../platform/caller.ts';
import type { Tx } from '../platform/db/index.ts';
import { type EnrollmentKey, lockMailboxRow } from './claim-next.sql.ts';
import { selectReplyTarget, selectReplyText } from './claim-reply.sql.ts';
import * as store from './record-outcome.sql.ts';

/** The evidence that an email was accepted. */
export interface EmailAcceptance {
  /** The server's reply, if it was received. */
  answer: string | null;
  /** The evidence, if there was no reply. */
  evidence: string | null;
  serverMessageId: string | null;
  at: Date;
}

/** The data that decides the next step, and that the inbox shows. */
type AcceptedCampaignEmail = Pick<
  CampaignEmail,
  'kind' | 'id' | 'attempt' | 'tries' | 'campaignId' | 'prospectId' | 'stepId' | 'conversationId'
> & {
  mailbox: Pick<CampaignEmail['mailbox'], 'id' | 'zone'>;
  subject: string;
  text: string;
};

export type AcceptedEmail =
  | AcceptedCampaignEmail
  | Pick<ReplyEmail, 'kind' | 'id' | 'attempt' | 'tries'>;

/** An email that is in its conversation now. */
export interface SentEmail {
  messageId: string;
  mailboxId: string;
  campaignId: string | null;
  conversationId: string;
  /** Null if the prospect was deleted. */
  prospect: Pick<LockedProspect, 'id' | 'stage'> | null;
  /** The person who wrote it. */
  userId: string | null;
}

/**
 * Records that an email was sent, and schedules the next one of its campaign. Returns false if this was
 * recorded before, or the email was deleted.
 */
export async function recordAccepted(
  acting: ActorTransaction,
  email: AcceptedEmail,
  acceptance: EmailAcceptance,
): Promise<boolean> {
  const sent = await storeAccepted(acting.tx, email, acceptance);
  if (!sent) return false;
  const sendersToJudge = await selectSendersToJudge(acting.tx, sent);
  await announceSent(acting, sent, sendersToJudge, acceptance.at);
  return true;
}

/** The first half writes to the email, its prospect and its mailbox. */
export const storeAccepted = (
  tx: Tx,
  email: AcceptedEmail,
  acceptance: EmailAcceptance,
  /** For a transaction that continues with the mailbox. */
  { locksMailbox = false } = {},
): Promise<SentEmail | undefined> =>
  email.kind === 'campaign'
    ? storeCampaignEmail(tx, email, acceptance, locksMailbox)
    : storeReply(tx, email, acceptance);

/** The campaign and the mailbox whose recent emails are judged, now that there is one more. */
export const selectSendersToJudge = async (tx: Tx, { userId, campaignId, mailboxId }: SentEmail) =>
  userId === null && campaignId !== null ? findEarlyTrouble(tx, { campaignId, mailboxId }) : [];

/** The second half writes rows that all emails of a workspace share. They are locked last. */
export async function announceSent(
  acting: ActorTransaction,
  { messageId, campaignId, conversationId, prospect, userId }: SentEmail,
  sendersToJudge: Awaited<ReturnType<typeof selectSendersToJudge>>,
  at: Date,
): Promise<void> {
  const author: ActorTransaction =
    userId === null
      ? acting
      : { tx: acting.tx, actor: { actor: { kind: 'user', id: userId }, correlationId: null } };
  if (prospect) {
    const prospectId = prospect.id;
    const sent: NewEvent = {
      type: 'message.sent',
      prospectId,
      data: { prospectId, messageId, campaignId, conversationId },
    };
    if (prospect.stage !== 'new') emitEvents(author, [sent]);
    else announceFirst(author, prospectId, sent);
  }
  await pauseIfTroubled(acting, sendersToJudge, at);
}

function announceFirst(acting: ActorTransaction, prospectId: string, sent: NewEvent): void {
  moveToStage(acting, 'contacted', [prospectId]);
  const contacted: NewEvent = {
    type: 'prospect.stage_changed',
    prospectId,
    data: { prospectId, stage: 'contacted' },
    previous: { stage: 'new' },
  };
  emitEvents(acting, [sent, contacted]);
  changeCounts(acting.tx, [
    { kind: 'stage', key: 'new', by: -1 },
    { kind: 'stage', key: 'contacted', by: 1 },
  ]);
}

async function storeReply(
  tx: Tx,
  reply: Extract<AcceptedEmail, { kind: 'reply' }>,
  { at, ...acceptance }: EmailAcceptance,
): Promise<SentEmail | undefined> {
  const { id: messageId, tries } = reply;
  const target = await selectReplyTarget(tx, messageId);
  if (!target) return undefined;
  const { prospectId, mailboxId, campaignId } = target;
  const [prospect = null] = prospectId === null ? [] : await lockProspects(tx, [prospectId]);
  clearMailboxFailure(tx, mailboxId);
  const settlement = { ...acceptance, status: 'accepted', tries, at } as const;
  const settled = await store.settleReply(tx, reply, settlement);
  if (!settled) return undefined;
  const { conversationId, userId, storedAt } = settled;
  const text = (await selectReplyText(tx, { id: messageId, storedAt })) ?? '';
  const { serverMessageId } = acceptance;
  store.insertSentReply(tx, { ...settled, id: messageId, text, serverMessageId, at });
  return { messageId, mailboxId, campaignId, conversationId, prospect, userId };
}

async function storeCampaignEmail(
  tx: Tx,
  email: AcceptedCampaignEmail,
  { at, ...acceptance }: EmailAcceptance,
  locksMailbox: boolean,
): Promise<SentEmail | undefined> {
  const prospect = await lockProspectOf(tx, email);
  // The same lock order as in the gate: the mailbox before the enrollment and the email.
  if (locksMailbox) lockMailboxRow(tx, email.mailbox.id);
  if (!prospect) return undefined;
  const { campaignId, id, subject, text, tries } = email;
  const enrollment = { campaignId, prospectId: prospect.id };
  clearMailboxFailure(tx, email.mailbox.id);
  const settlement = { ...acceptance, status: 'accepted', tries, at, lookAt: null } as const;
  // Pipelined in one round trip.
  const [settled, existingId, next] = await Promise.all([
    store.settleEmail(tx, email, settlement),
    store.selectConversationId(tx, enrollment),
    stepAfter(tx, enrollment, email, at),
  ]);
  if (!settled) return undefined;
  const conversationId = existingId ?? randomUUIDv7();
  const isNewConversation = existingId === null;
  const { serverMessageId } = acceptance;
  store.insertSentEmail(tx, {
    ...settled,
    ...{ id, serverMessageId, conversationId, isNewConversation, subject, text, at },
  });
  // A reply may have arrived before the acceptance was recorded, even in another conversation.
  markEmailResults(tx, [prospect.id]);
  store.advanceEnrollment(tx, settled, { conversationId, at, next });
  const { mailboxId } = settled;
  return { messageId: id, mailboxId, campaignId, conversationId, prospect, userId: null };
}

/** A merge may have given the email to another prospect. */
async function lockProspectOf(tx: Tx, { id, prospectId }: AcceptedCampaignEmail) {
  const [[locked], current] = await Promise.all([
    lockProspects(tx, [prospectId]),
    store.selectProspectId(tx, id),
  ]);
  if (current === undefined) return undefined;
  return current === prospectId ? locked : (await lockProspects(tx, [current]))[0];
}

async function stepAfter(
  tx: Tx,
  enrollment: EnrollmentKey,
  { stepId, mailbox: { zone } }: AcceptedCampaignEmail,
  at: Date,
): Promise<store.NextStep | null> {
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
