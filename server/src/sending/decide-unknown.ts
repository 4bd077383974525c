import type { ManageResult } from '@outcrop/contract';
import { recordAudit } from '../core/audit/record-audit.ts';
import { wakeMailboxes } from '../core/mailboxes/wake-mailboxes.sql.ts';
import { replyRefusalSentences } from '../core/sending/reply-rules.ts';
import { findReplyRefusal } from '../core/sending/reply-state.ts';
import { localDay } from '../core/sending/send-time-rules.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import { fieldError, notFound } from '../platform/error.ts';
import { selectReplyTarget } from './claim-reply.sql.ts';
import {
  type LockedMessage,
  lockMessage,
  type MessageRow,
  releaseUnknown,
} from './messages.sql.ts';
import { recordAccepted } from './record-accepted.ts';
import { type ReplyRow, selectReply, sendUnknownAgain } from './replies.sql.ts';
import { renderSentText } from './settle-unknown.job.ts';
import { selectUnknownRepliesById } from './settle-unknown.sql.ts';

/** Sends an unknown email of a campaign once more. It may have arrived. */
export async function postMessageSendAgain(
  call: ManageCall<'postMessageSendAgain'>,
): Promise<ManageResult<'postMessageSendAgain'>> {
  const { tx } = call;
  const at = new Date();
  const { message, enrollment } = await lockUnknownMessage(call);
  if (enrollment.status !== 'held' || enrollment.reason !== 'unknown')
    throw fieldError('messageId', 'The prospect is no longer written to in this campaign.');
  releaseUnknown(tx, message, at);
  wakeMailboxes(tx, [message.campaignId], at);
  recordMessageDecision(call, 'message.sent_again', message);
  return {
    message: { ...message, status: 'released', evidence: 'send_again', settledAt: at },
  };
}

/** Records that an unknown email of a campaign was sent, and continues after it. */
export async function postMessageMarkSent(
  call: ManageCall<'postMessageMarkSent'>,
): Promise<ManageResult<'postMessageMarkSent'>> {
  const { tx } = call;
  const { message, tries, zone, senderName } = await lockUnknownMessage(call);
  const { id, stepId, mailboxId, campaignId, prospectId, answer, claimedAt: at } = message;
  const sent = await renderSentText(tx, message, { day: localDay(zone, at), senderName });
  const email = {
    kind: 'campaign' as const,
    ...sent,
    id,
    campaignId,
    prospectId,
    stepId,
    attempt: message.attempts,
    tries,
  };
  const evidence = 'marked_sent';
  await recordAccepted(
    call,
    { ...email, mailbox: { id: mailboxId, zone } },
    { answer, evidence, serverMessageId: null, at },
  );
  wakeMailboxes(tx, [campaignId], new Date());
  recordMessageDecision(call, 'message.marked_sent', message);
  return { message: { ...message, status: 'accepted', evidence, settledAt: at } };
}

type MessageCall = ManageCall<'postMessageSendAgain' | 'postMessageMarkSent'>;

/** Two people may decide at the same time; the first decision counts. */
async function lockUnknownMessage({
  tx,
  params: { messageId },
}: MessageCall): Promise<LockedMessage> {
  const locked = await lockMessage(tx, messageId);
  if (!locked) throw notFound('message', messageId);
  const { status } = locked.message;
  if (status !== 'unknown')
    throw fieldError('messageId', `This email is no longer unknown: it is ${status}.`);
  return locked;
}

function recordMessageDecision(
  call: MessageCall,
  action: 'message.sent_again' | 'message.marked_sent',
  { id, campaignId, prospectId }: MessageRow,
): void {
  recordAudit(call, { action, target: id, detail: { campaignId, prospectId } });
}

/** Records that an unknown reply was sent. */
export async function postReplyMarkSent(
  call: ManageCall<'postReplyMarkSent'>,
): Promise<ManageResult<'postReplyMarkSent'>> {
  const { tx } = call;
  const { id, sendAt: at, answer } = await findUnknownReply(call);
  const [unknown] = await selectUnknownRepliesById(tx, [id]);
  const evidence = 'marked_sent';
  const acceptance = { answer, evidence, serverMessageId: null, at };
  const isFirst = unknown && (await recordAccepted(call, unknown, acceptance));
  return { reply: await decidedReply(call, isFirst === true, 'reply.marked_sent') };
}

/** Sends an unknown reply once more, through the gate. It may have arrived. */
export async function postReplySendAgain(
  call: ManageCall<'postReplySendAgain', { suppression: Suppression }>,
): Promise<ManageResult<'postReplySendAgain'>> {
  const { tx, deps } = call;
  const { id } = await findUnknownReply(call);
  const target = await selectReplyTarget(tx, id);
  const refusal = target ? await findReplyRefusal(tx, deps.suppression, target) : 'deleted';
  if (refusal) throw fieldError('replyId', replyRefusalSentences[refusal]);
  const changed = await sendUnknownAgain(tx, id, new Date());
  return { reply: await decidedReply(call, changed > 0, 'reply.sent_again') };
}

type ReplyCall = ManageCall<'postReplyMarkSent' | 'postReplySendAgain'>;

async function findUnknownReply(call: ReplyCall): Promise<ReplyRow> {
  const { tx, caller, params } = call;
  const reply = await selectReply(tx, caller.userId, params.replyId);
  if (!reply) throw notFound('reply', params.replyId);
  if (reply.status !== 'unknown') throw noLongerUnknown(reply);
  return reply;
}

/** Two people may decide at the same time; the first decision counts. */
async function decidedReply(
  call: ReplyCall,
  isFirst: boolean,
  action: 'reply.marked_sent' | 'reply.sent_again',
): Promise<ReplyRow> {
  const { tx, caller, params } = call;
  const reply = await selectReply(tx, caller.userId, params.replyId);
  if (!reply) throw notFound('reply', params.replyId);
  if (!isFirst) throw noLongerUnknown(reply);
  const { id, conversationId } = reply;
  recordAudit(call, { action, target: id, detail: { conversationId } });
  return reply;
}

const noLongerUnknown = ({ status }: ReplyRow) =>
  fieldError('replyId', `This reply is no longer unknown: it is ${status}.`);
