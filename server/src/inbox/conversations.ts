import {
  type ConversationOutcome,
  type ManageResult,
  maxConversationBytes,
  maxConversationMessages,
  outcomeStage,
  type Stage,
  stages,
} from '@outcrop/contract';
import { recordAudit } from '../core/audit/record-audit.ts';
import { applyBulkOperation } from '../core/prospects/bulk-operation.ts';
import { lockProspectsById } from '../core/prospects/prospects.sql.ts';
import { correctMessage } from '../core/receiving/correct-message.ts';
import { queryWords } from '../core/search/word-rules.ts';
import { replyRefusalSentences } from '../core/sending/reply-rules.ts';
import { selectAnsweredConversation } from '../core/sending/reply-state.sql.ts';
import { findReplyRefusal } from '../core/sending/reply-state.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import type { OperationContext } from '../platform/caller.ts';
import { type PagePosition, readCursor, writeCursor } from '../platform/cursor.ts';
import type { Tx } from '../platform/db/index.ts';
import { fieldError, notFound } from '../platform/error.ts';
import { type ConversationFilters, orderOf, selectOldestTried } from './conversation-order.sql.ts';
import * as store from './conversations.sql.ts';
import { type ConversationRow, selectConversations } from './conversations.sql.ts';
import { selectMissingFilterIds } from './inbox.sql.ts';
import { withProspect } from './with-prospect.ts';
import { planSearch, type WordSearch } from './word-search.sql.ts';

type ConversationMessage = ManageResult<'getConversation'>['messages'][number];

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
  const { prospectId = null, q = '' } = query;
  const filters = { state, unread, kind, mailboxId, campaignId, prospectId };
  const [missing, [isMailbox], search] = await Promise.all([
    selectMissingFilterIds(tx, { campaignId, prospectId, unread: null }),
    store.selectVisibleMailbox(tx, caller.userId, mailboxId),
    wordSearchOf(tx, caller.userId, q),
  ]);
  if (missing[0]) throw notFound(missing[0].kind, missing[0].id);
  if (mailboxId !== null && !isMailbox) throw notFound('mailbox', mailboxId);
  const { limit = 50, cursor } = query;
  const after = cursor === undefined ? null : readCursor(cursor, { ...filters, q });
  if (search === 'nothing') return { conversations: [], nextCursor: null };
  const page = { at, after, limit };
  const { rows, last } = await selectConversationPage(
    tx,
    caller.userId,
    { ...filters, search },
    page,
  );
  return {
    conversations: rows.map(asConversation),
    nextCursor: last && writeCursor(last, { ...filters, q }),
  };
}

/** Further words of a query are ignored. */
const maxSearchedWords = 10;

/** Null without a search. A search without a word finds nothing. */
async function wordSearchOf(
  tx: Tx,
  userId: string,
  q: string,
): Promise<WordSearch | 'nothing' | null> {
  if (q.trim() === '') return null;
  const ranges = queryWords(q).flatMap((word) => word.ranges);
  return ranges.length === 0
    ? 'nothing'
    : planSearch(tx, userId, ranges.slice(0, maxSearchedWords));
}

export async function getConversation({
  caller,
  params: { conversationId },
  query: { cursor },
  tx,
  deps,
}: ManageCall<'getConversation', { suppression: Suppression }>): Promise<
  ManageResult<'getConversation'>
> {
  const after = cursor === undefined ? null : readCursor(cursor, { conversationId });
  const page = { after, take: maxConversationMessages, maxBytes: maxConversationBytes };
  const [conversation, messages, replies, answered] = await Promise.all([
    store.selectConversation(tx, caller.userId, conversationId, new Date()),
    store.selectMessages(tx, caller.userId, conversationId, page),
    after ? [] : store.selectUnsentReplies(tx, conversationId, maxReplies),
    selectAnsweredConversation(tx, conversationId),
  ]);
  if (!conversation || !answered) throw notFound('conversation', conversationId);
  const oldest = messages[0] && { at: messages[0].sentAt, id: messages[0].id };
  const [refusal, hasOlder] = await Promise.all([
    findReplyRefusal(tx, deps.suppression, answered),
    oldest && store.hasOlderMessage(tx, caller.userId, conversationId, oldest),
  ]);
  const canReply = {
    allowed: refusal === null,
    reason: refusal && replyRefusalSentences[refusal],
  };
  return {
    conversation: { ...asConversation(conversation), canReply },
    messages: [...messages, ...replies].map(asMessage),
    nextCursor: oldest && hasOlder ? writeCursor(oldest, { conversationId }) : null,
  };
}

export async function patchConversation(
  call: ManageCall<'patchConversation', { suppression: Suppression }>,
): Promise<ManageResult<'patchConversation'>> {
  const { caller, params, body, tx } = call;
  const { conversationId } = params;
  const at = new Date();
  const snoozedUntil = body.snoozedUntil === undefined ? null : new Date(body.snoozedUntil);
  if (snoozedUntil && body.state !== undefined)
    throw fieldError('snoozedUntil', 'cannot be combined with state');
  if (snoozedUntil && !isSoon(snoozedUntil, at))
    throw fieldError('snoozedUntil', 'must be in the future, and within a year');
  const before = await store.selectConversation(tx, caller.userId, conversationId, at);
  if (!before) throw notFound('conversation', conversationId);
  if (body.outcome && before.prospectId) await moveStage(call, before.prospectId, body.outcome);
  store.updateConversation(tx, conversationId, {
    unread: body.unread ?? null,
    status: snoozedUntil ? 'snoozed' : (body.state ?? null),
    snoozedUntil,
    outcome: body.outcome,
  });
  const after = await store.selectConversation(tx, caller.userId, conversationId, at);
  return { conversation: asConversation(after!) };
}

/** The prospect is locked before the conversation, as in every other change. */
async function moveStage(
  scope: OperationContext<{ suppression: Suppression }>,
  prospectId: string,
  outcome: ConversationOutcome,
): Promise<void> {
  const [prospect] = await lockProspectsById(scope.tx, [prospectId]);
  if (!prospect) return;
  const stage = stageAfter(outcome, prospect.stage);
  await applyBulkOperation(scope, { action: 'stage', listOrTag: null, stage }, [prospect]);
}

const isSoon = (until: Date, at: Date): boolean =>
  until > at && until.getTime() <= at.getTime() + maxSnoozeMs;

/** Sets the kind of a message, and replaces the effects of its old kind. */
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
    recordAudit(call, {
      action: 'message.corrected',
      target: messageId,
      detail: { from: message.kind, to: body.kind },
    });
  return { message: asMessage((await store.selectMessage(tx, caller.userId, messageId))!) };
}

const asMessage = ({
  senderAddress,
  senderName,
  evidence,
  ...row
}: store.MessageRow): ConversationMessage => ({
  ...row,
  sender: senderAddress === null ? null : { name: senderName, address: senderAddress },
  evidence: evidence ?? [],
});

const asConversation = ({ email, ...row }: store.ConversationRow) => {
  const { prospect, ...conversation } = withProspect(row);
  return { ...conversation, prospect: prospect && { ...prospect, email } };
};

interface PageRequest {
  at: Date;
  after: PagePosition | null;
  limit: number;
}

/**
 * One page of conversations. The next page continues at `last`, which is null after the last page. If
 * no index covers all filters, a page tries only some conversations, so it may have fewer than `limit`,
 * or none.
 */
export async function selectConversationPage(
  tx: Tx,
  userId: string,
  filters: ConversationFilters,
  { at, after, limit }: PageRequest,
): Promise<{ rows: ConversationRow[]; last: PagePosition | null }> {
  const isFew = filters.prospectId !== null || (filters.search?.start ?? null) !== null;
  const oldest =
    isFew || orderOf(filters).isExact ? null : await selectOldestTried(tx, userId, filters, after);
  const conversations = await selectConversations(tx, userId, filters, {
    ...{ at, after, oldest },
    take: limit + 1,
  });
  const rows = conversations.slice(0, limit);
  return { rows, last: conversations.length > limit ? positionOf(rows.at(-1)!) : oldest };
}

const positionOf = ({ lastMessageAt, id }: ConversationRow): PagePosition => ({
  at: lastMessageAt,
  id,
});

/**
 * The stage of a prospect after an outcome. A stage only moves forward or to `not_interested`. From
 * `not_interested`, a later outcome moves it again. A customer stays a customer.
 */
export function stageAfter(outcome: ConversationOutcome | null, stage: Stage): Stage {
  const target = outcome && outcomeStage[outcome];
  if (target === null || stage === 'customer') return stage;
  if (target === 'not_interested' || stage === 'not_interested') return target;
  return stages.indexOf(target) > stages.indexOf(stage) ? target : stage;
}
