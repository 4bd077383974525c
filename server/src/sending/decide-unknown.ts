import type { ManageResult } from '@outcrop/contract';
import { record } from '../core/audit/record.ts';
import { wakeMailboxes } from '../core/mailboxes/wake.sql.ts';
import { localDay } from '../core/sending/time-rules.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { fieldError, notFound } from '../platform/error.ts';
import { recordAccepted } from './accepted.ts';
import {
  type LockedMessage,
  lockMessage,
  type MessageRow,
  releaseUnknown,
} from './messages.sql.ts';
import { sentText } from './sent-text.ts';

/** Sends an email once more of which it is unknown whether it arrived. */
export async function sendAgain(
  call: ManageCall<'postMessageSendAgain'>,
): Promise<ManageResult<'postMessageSendAgain'>> {
  const { tx } = call;
  const at = new Date();
  const { message, enrollment } = await lockUndecided(call);
  if (enrollment.status !== 'held' || enrollment.reason !== 'unknown')
    throw fieldError('messageId', 'The prospect is no longer written to in this campaign.');
  releaseUnknown(tx, message, at);
  wakeMailboxes(tx, [message.campaignId], at);
  recordDecision(call, 'message.sent_again', message);
  return {
    message: { ...message, status: 'released', evidence: 'send_again', settledAt: at },
  };
}

/** Records that an email was sent of which that was unknown, and continues after it. */
export async function markSent(
  call: ManageCall<'postMessageMarkSent'>,
): Promise<ManageResult<'postMessageMarkSent'>> {
  const { tx } = call;
  const { message, tries, zone, senderName } = await lockUndecided(call);
  const { id, stepId, mailboxId, campaignId, prospectId, answer, claimedAt: at } = message;
  const sent = await sentText(tx, message, { day: localDay(zone, at), senderName });
  const email = { ...sent, id, campaignId, prospectId, stepId, attempt: message.attempts, tries };
  const evidence = 'marked_sent';
  await recordAccepted(
    call,
    { ...email, mailbox: { id: mailboxId, zone } },
    { answer, evidence, serverMessageId: null, at },
  );
  wakeMailboxes(tx, [campaignId], new Date());
  recordDecision(call, 'message.marked_sent', message);
  return { message: { ...message, status: 'accepted', evidence, settledAt: at } };
}

type Deciding = ManageCall<'postMessageSendAgain' | 'postMessageMarkSent'>;

/** Two people may decide at the same time; the first decision counts. */
async function lockUndecided({ tx, params: { messageId } }: Deciding): Promise<LockedMessage> {
  const found = await lockMessage(tx, messageId);
  if (!found) throw notFound('message', messageId);
  const { status } = found.message;
  if (status !== 'unknown')
    throw fieldError('messageId', `This email is no longer unknown: it is ${status}.`);
  return found;
}

function recordDecision(
  call: Deciding,
  action: 'message.sent_again' | 'message.marked_sent',
  { id, campaignId, prospectId }: MessageRow,
): void {
  record(call, { action, target: id, detail: { campaignId, prospectId } });
}
