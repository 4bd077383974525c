import type { ManageResult } from '@outcrop/contract';
import { record } from '../core/audit/record.ts';
import { wakeMailboxes } from '../core/mailboxes/wake.sql.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { fieldError, notFound } from '../platform/error.ts';
import { type LockedMessage, lockMessage, releaseUnknown } from './messages.sql.ts';
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
  const { enrollment, reason, ...message } = found;
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

/** Two people may decide at the same time; the first decision counts. */
export function requireUndecided({ status }: LockedMessage): void {
  if (status !== 'unknown')
    throw fieldError('messageId', `This email is no longer unknown: it is ${status}.`);
}
