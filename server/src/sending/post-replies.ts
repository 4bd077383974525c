import { randomUUIDv7 } from 'node:crypto';
import { errorMessages, type ManageResult, maxReplyLength, undoSeconds } from '@outcrop/contract';
import { measureTemplate, missingVariables, renderTemplate } from '@outcrop/contract/merge-tags';
import { recordAudit } from '../core/audit/record-audit.ts';
import { selectMailbox } from '../core/mailboxes/mailbox-rows.sql.ts';
import { storageTime } from '../core/receiving/store-messages.sql.ts';
import type { MailTokens } from '../core/sending/mail-tokens.ts';
import { mergeTagValuesOf } from '../core/sending/merge-tag-value-rules.ts';
import { selectRecipient } from '../core/sending/recipient.sql.ts';
import { replyRefusalSentences, replySubject } from '../core/sending/reply-rules.ts';
import { selectAnsweredConversation } from '../core/sending/reply-state.sql.ts';
import { findReplyRefusal } from '../core/sending/reply-state.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import { requireLockedMember } from '../core/workspaces/require-member.ts';
import { ApiError, fieldError, notFound } from '../platform/error.ts';
import {
  cancelReply,
  insertReply,
  isMailboxVisible,
  markConversationRead,
  selectReply,
} from './replies.sql.ts';

const replyDelayMs = undoSeconds * 1_000;

interface ReplyDeps {
  suppression: Suppression;
  tokens: MailTokens;
}

/** Writes a reply, which a worker sends when it can no longer be undone. */
export async function postReplies(
  call: ManageCall<'postReplies', ReplyDeps>,
): Promise<ManageResult<'postReplies'>> {
  const { tx, caller, params, deps } = call;
  const at = new Date();
  const { conversationId } = params;
  const answered = await selectAnsweredConversation(tx, conversationId);
  if (!answered || !(await isMailboxVisible(tx, caller.userId, answered.mailboxId)))
    throw notFound('conversation', conversationId);
  const { mailboxId, prospectId, recipient, recipientName } = answered;
  const refusal = await findReplyRefusal(tx, deps.suppression, answered);
  if (refusal) throw fieldError('conversationId', replyRefusalSentences[refusal]);
  const [mailbox] = await Promise.all([
    selectMailbox(tx, mailboxId),
    requireLockedMember(tx, caller.userId),
  ]);
  const text = await filledText(call, prospectId!, mailbox!.name);
  const id = randomUUIDv7();
  const sendAt = new Date(at.getTime() + replyDelayMs);
  const reply = {
    ...{ id, conversationId, text, sendAt },
    recipient: recipient!,
    subject: replySubject(answered.subject ?? ''),
  };
  insertReply(tx, {
    ...reply,
    ...{ mailboxId, recipientName, at, userId: caller.userId, answersId: answered.messageId },
    messageId: deps.tokens.messageId(id, domainOf(mailbox!.address)),
    storedAt: storageTime(),
  });
  // The user has read the conversation. A message that arrives before the reply leaves makes it unread
  // again.
  markConversationRead(tx, conversationId);
  recordAudit(call, { action: 'reply.written', target: id, detail: { conversationId } });
  return { reply: { ...reply, status: 'waiting', answer: null } };
}

async function filledText(
  { tx, body }: Pick<ManageCall<'postReplies'>, 'tx' | 'body'>,
  prospectId: string,
  senderName: string,
): Promise<string> {
  const prospect = await selectRecipient(tx, prospectId);
  const values = prospect ? mergeTagValuesOf(prospect, senderName) : { senderName };
  const missing = missingVariables(body.text, values);
  if (missing.length > 0)
    throw fieldError(
      'text',
      `The prospect has no value for ${missing.map((name) => `{{${name}}}`).join(', ')}. Replace it.`,
    );
  const { length, longest } = measureTemplate(body.text, values);
  if (length > maxReplyLength)
    throw fieldError(
      'text',
      `{{${longest}}} makes the reply longer than ${maxReplyLength.toLocaleString('en')} characters. Shorten the reply.`,
    );
  return renderTemplate(body.text, values).trim();
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/** Cancels a reply that has not left. */
export async function postReplyCancel(
  call: ManageCall<'postReplyCancel'>,
): Promise<ManageResult<'postReplyCancel'>> {
  const { tx, caller, params } = call;
  const { replyId } = params;
  const canceled = await cancelReply(tx, caller.userId, replyId, new Date());
  const reply = await selectReply(tx, caller.userId, replyId);
  if (!reply) throw notFound('reply', replyId);
  if (reply.status !== 'canceled') throw new ApiError('conflict', errorMessages.replyLeft);
  if (canceled > 0)
    recordAudit(call, {
      action: 'reply.canceled',
      target: replyId,
      detail: { conversationId: reply.conversationId },
    });
  return { reply };
}
