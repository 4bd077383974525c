import type { ManageResult } from '@outcrop/contract';
import { record } from '../core/audit/record.ts';
import { wakeMailboxes } from '../core/mailboxes/wake.sql.ts';
import { localDay } from '../core/sending/time-rules.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { fieldError, notFound } from '../platform/error.ts';
import { recordAccepted } from './accepted.ts';
import { type LockedMessage, lockMessage, releaseUnknown } from './messages.sql.ts';
import { sentText } from './sent-text.ts';
import { toMessage } from './to-message.ts';

/** Sends an email once more of which it is unknown whether it arrived. */
export async function sendAgain(
  call: ManageCall<'postMessageSendAgain'>,
): Promise<ManageResult<'postMessageSendAgain'>> {
  const { tx } = call;
  const { messageId } = call.params;
  const at = new Date();
  const found = await lockMessage(tx, messageId);
  if (!found) throw notFound('email', messageId);
  requireUndecided(found);
  const { enrollment, reason, tries: _, zone: __, ...message } = found;
  if (enrollment !== 'held' || reason !== 'unknown')
    throw fieldError('messageId', 'The prospect is no longer written to in this campaign.');
  releaseUnknown(tx, message, at);
  const { campaignId, prospectId } = message;
  wakeMailboxes(tx, [campaignId], at);
  const detail = { campaignId, prospectId };
  record(call, { action: 'message.sent_again', target: messageId, detail });
  const evidence = 'send_again';
  return { message: toMessage({ ...message, status: 'released', evidence, settledAt: at }) };
}

/** Records that an email was sent of which that was unknown, and continues after it. */
export async function markSent(
  call: ManageCall<'postMessageMarkSent'>,
): Promise<ManageResult<'postMessageMarkSent'>> {
  const { tx } = call;
  const { messageId } = call.params;
  const found = await lockMessage(tx, messageId);
  if (!found) throw notFound('email', messageId);
  requireUndecided(found);
  const { enrollment: _, reason: __, tries, zone, ...message } = found;
  const { campaignId, prospectId, stepId, mailboxId, claimedAt: at } = message;
  const sent = await sentText(tx, message, localDay(zone, at));
  const email = { ...sent, id: messageId, attempt: message.attempts, tries, stepId };
  const evidence = 'marked_sent';
  await recordAccepted(
    call,
    { ...email, mailbox: { id: mailboxId, zone } },
    { answer: message.answer, evidence, serverMessageId: null, at },
  );
  const detail = { campaignId, prospectId };
  record(call, { action: 'message.marked_sent', target: messageId, detail });
  wakeMailboxes(tx, [campaignId], new Date());
  return { message: toMessage({ ...message, status: 'accepted', evidence, settledAt: at }) };
}

/** Two people may decide at the same time; the first decision counts. */
function requireUndecided({ status }: LockedMessage): void {
  if (status !== 'unknown')
    throw fieldError('messageId', `This email is no longer unknown: it is ${status}.`);
}
