import type { ManageResult } from '@outcrop/contract';
import { record } from '../core/audit/record.ts';
import { correctMessage } from '../core/receiving/correct.ts';
import { selectAnswered } from '../core/sending/answered.sql.ts';
import { noReplySentences } from '../core/sending/reply-rules.ts';
import { replyRefusal } from '../core/sending/reply-state.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import { fieldError, notFound } from '../platform/error.ts';
import { pageOf } from '../platform/page.ts';
import * as store from './conversations.sql.ts';
import { selectMissing } from './inbox.sql.ts';
import { withProspect } from './with-prospect.ts';

type Message = ManageResult<'getConversation'>['messages'][number];

const maxMessages = 200;
const maxReplies = 50;
const maxSnoozeMs = 366 * 24 * 60 * 60_000;

/** Lists conversations in shared mailboxes and in the user's own, newest first. */
export async function getConversations({
  caller,
  query,
  tx,
}: ManageCall<'getConversations'>): Promise<ManageResult<'getConversations'>> {
  const at = new Date();
  const { state = null, unread = null, kind = null, mailboxId = null, campaignId = null } = query;
  const filters = { state, unread, kind, mailboxId, campaignId };
  const [missing, [isMailbox], { rows, nextCursor }] = await Promise.all([
    selectMissing(tx, { campaignId, prospectId: null, unread: null }),
    store.selectVisibleMailbox(tx, caller.userId, mailboxId),
    pageOf(
      query,
      filters,
      (after, take) => store.selectConversations(tx, caller.userId, filters, { at, after, take }),
      ({ lastMessageAt, id }) => ({ at: lastMessageAt, id }),
    ),
  ]);
  if (missing[0]) throw notFound('campaign', missing[0].id);
  if (mailboxId !== null && !isMailbox) throw notFound('mailbox', mailboxId);
  return { conversations: rows.map(withProspect), nextCursor };
}

export async function getConversation({
  caller,
  params: { conversationId },
  tx,
  deps,
}: ManageCall<'getConversation', { suppression: Suppression }>): Promise<
  ManageResult<'getConversation'>
> {
  const [conversation, messages, replies, answered] = await Promise.all([
    store.selectConversation(tx, caller.userId, conversationId, new Date()),
    store.selectMessages(tx, conversationId, maxMessages),
    store.selectUnsentReplies(tx, conversationId, maxReplies),
    selectAnswered(tx, conversationId),
  ]);
  if (!conversation || !answered) throw notFound('conversation', conversationId);
  const refusal = await replyRefusal(tx, deps.suppression, answered);
  const canReply = {
    allowed: refusal === null,
    reason: refusal && noReplySentences[refusal],
  };
  return {
    conversation: { ...withProspect(conversation), canReply },
    messages: [...messages, ...replies].map(asMessage),
  };
}

export async function patchConversation({
  caller,
  params: { conversationId },
  body,
  tx,
}: ManageCall<'patchConversation'>): Promise<ManageResult<'patchConversation'>> {
  const at = new Date();
  const snoozedUntil = body.snoozedUntil === undefined ? null : new Date(body.snoozedUntil);
  if (snoozedUntil && body.state !== undefined)
    throw fieldError('snoozedUntil', 'cannot be combined with state');
  if (snoozedUntil && !isSoon(snoozedUntil, at))
    throw fieldError('snoozedUntil', 'must be in the future, and within a year');
  const before = await store.selectConversation(tx, caller.userId, conversationId, at);
  if (!before) throw notFound('conversation', conversationId);
  store.updateConversation(tx, conversationId, {
    unread: body.unread ?? null,
    status: snoozedUntil ? 'snoozed' : (body.state ?? null),
    snoozedUntil,
  });
  const after = await store.selectConversation(tx, caller.userId, conversationId, at);
  return { conversation: withProspect(after!) };
}

const isSoon = (until: Date, at: Date): boolean =>
  until > at && until.getTime() <= at.getTime() + maxSnoozeMs;

/** Sets what a message is, and replaces what followed from it. */
export async function postMessageCorrect(
  call: ManageCall<'postMessageCorrect', { suppression: Suppression }>,
): Promise<ManageResult<'postMessageCorrect'>> {
  const { tx, caller, params, body } = call;
  const { messageId } = params;
  const message = await store.selectMessage(tx, caller.userId, messageId);
  if (!message) throw notFound('received message', messageId);
  if (message.direction === 'outbound' || message.kind === null)
    throw fieldError('messageId', 'This message was not received.');
  const isChanged = await correctMessage(call, messageId, {
    kind: body.kind,
    userId: caller.userId,
    at: new Date(),
  });
  if (isChanged)
    record(call, {
      action: 'message.corrected',
      target: messageId,
      detail: { from: message.kind, to: body.kind },
    });
  return { message: asMessage((await store.selectMessage(tx, caller.userId, messageId))!) };
}

const asMessage = ({ senderAddress, senderName, evidence, ...row }: store.MessageRow): Message => ({
  ...row,
  sender: senderAddress === null ? null : { name: senderName, address: senderAddress },
  evidence: evidence ?? [],
});
