import { emailKey } from '@outcrop/contract/identity';
import type { ActorTransaction } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/index.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { markEmailResults } from '../campaigns/email-results.sql.ts';
import { holdEnrollmentsOfProspects } from '../campaigns/end-enrollments.sql.ts';
import type { LockedProspect } from '../prospects/prospects.sql.ts';
import { messageWords } from '../search/word-rules.ts';
import { type AppliedEffects, applyEffects, type MessageWithEffects } from './apply-effects.ts';
import { isNotice, isRecipientProven } from './conversation-rules.ts';
import { selectReadingMailbox } from './find-conversation.sql.ts';
import {
  type AppliedMessage,
  type FoundConversations,
  findConversations,
  type StoringDeps,
  type ThreadedMessage,
} from './find-conversation.ts';
import type { ReceivedMessage, ReceivingMailbox } from './message.ts';
import { effectsOf } from './message-effect-rules.ts';
import { factKey, insertFacts, type NewFact } from './message-effects.sql.ts';
import type { UnsubscribeEmail } from './message-key-rules.ts';
import { addMessageToChange, messageRowOf, unchangedConversation } from './message-row-rules.ts';
import * as store from './store-messages.sql.ts';
import { insertMessageBodies, storageTime } from './store-messages.sql.ts';
import { maxSubjectLength, snippetOf, storableText } from './text-rules.ts';

const maxTextLength = 262_144;
const systemActor = { actor: { kind: 'system', id: null }, correlationId: null } as const;

/**
 * Stores messages of one mailbox and applies their effects. Returns the messages that it did not store
 * because they are about no prospect. It locks prospects, so call it before the row of the mailbox is
 * written: sending locks in the same order.
 */
export async function storeMessages(
  tx: Tx,
  deps: StoringDeps,
  mailbox: ReceivingMailbox,
  messages: ReceivedMessage[],
  at: Date,
): Promise<ReceivedMessage[]> {
  if (messages.length === 0) return [];
  const acting: ActorTransaction = { tx, actor: systemActor };
  const foundConversations = await findConversations(tx, deps, mailbox, messages, at);
  const { threaded, applied, conversations, prospects } = foundConversations;
  store.insertConversations(tx, conversations, at);
  store.setEnrollmentConversations(tx, begunByReply(threaded, conversations));
  const reader = await selectReadingMailbox(tx, mailbox.id);
  const messagesWithEffects = [...threaded, ...applied].map((each) =>
    withEffects(each, prospects, deps, reader),
  );
  const appliedEffects = await applyEffects(acting, messagesWithEffects, prospects, at);
  await recordUnsubscribed(acting, foundConversations.unsubscribed, at);
  writeMessages(tx, mailbox, foundConversations, appliedEffects);
  holdEnrollmentsOfProspects(tx, foundConversations.answeredByOthers, 'answered_by_other');
  const answered = messagesWithEffects.flatMap(({ prospectId, effects }) =>
    prospectId !== null && effects.event !== null ? [prospectId] : [],
  );
  markEmailResults(tx, [...new Set(answered)]);
  return foundConversations.ignored;
}

const begunByReply = (threaded: ThreadedMessage[], conversations: store.NewConversation[]) => {
  const created = new Set(conversations.map(({ id }) => id));
  return threaded.flatMap(({ thread: { outboundId, campaignId, prospectId, conversationId } }) =>
    outboundId && campaignId && prospectId && created.has(conversationId)
      ? [{ campaignId, prospectId, conversationId }]
      : [],
  );
};

function withEffects(
  { id, message, decision, isOurs, by, thread, people }: AppliedMessage,
  prospects: ReadonlyMap<string, LockedProspect>,
  { suppression }: StoringDeps,
  { zone, shared }: { zone: string; shared: boolean },
): MessageWithEffects {
  const key = prospects.get(thread.prospectId ?? '')?.emailKey ?? null;
  const about = decision.recipients.flatMap((address) => emailKey(address) ?? []);
  const effects = effectsOf(decision, {
    isOurs,
    isProven: isRecipientProven(by, thread),
    isAboutRecipient: about.length === 0 || (key !== null && about.includes(key)),
    zone,
    receivedAt: message.receivedAt,
  });
  const { parsed } = message.received;
  return {
    id,
    ...thread,
    // A notice comes from a machine, and only a message of a person is about its sender.
    people: isNotice(decision.kind) ? [] : people,
    addressHash:
      message.unsubscribe?.emailHash ?? (key === null ? null : suppression.emailHash(key)),
    diagnostic:
      (shared && storableText(parsed.deliveryStatus[0]?.diagnostic ?? '', maxSubjectLength)) ||
      null,
    effects,
  };
}

function writeMessages(
  tx: Tx,
  mailbox: ReceivingMailbox,
  { threaded, copies }: FoundConversations,
  appliedEffects: AppliedEffects[],
): void {
  const storedAt = storageTime();
  store.insertMessages(
    tx,
    threaded.map((each, index) => messageRowOf(each, appliedEffects[index]!)),
    mailbox.id,
    storedAt,
  );
  insertMessageBodies(
    tx,
    threaded.map(({ id, thread, isOurs, message: { subject, received } }) => ({
      messageId: id,
      conversationId: thread.conversationId,
      text: storableText(received.parsed.text, maxTextLength),
      snippet: snippetOf(received.parsed.ownWords || received.parsed.text),
      html:
        received.parsed.html === null ? null : storableText(received.parsed.html, maxTextLength),
      words: messageWords(
        storableText(subject, maxSubjectLength),
        isOurs ? '' : storableText(received.parsed.ownWords, maxTextLength),
      ),
    })),
    storedAt,
  );
  const changes = new Map<string, store.ConversationChange>();
  for (const { conversationId: id, gmailThreadId } of copies)
    changes.set(id, { ...unchangedConversation, id, gmailThreadId });
  for (const each of threaded) {
    const id = each.thread.conversationId;
    changes.set(id, addMessageToChange(changes.get(id) ?? { ...unchangedConversation, id }, each));
  }
  store.updateConversations(tx, [...changes.values()]);
}

/**
 * Records that addresses unsubscribed, also addresses without a prospect, like the unsubscribe link. No
 * message is stored, so an audit entry records it.
 */
async function recordUnsubscribed(
  acting: ActorTransaction,
  unsubscribed: UnsubscribeEmail[],
  at: Date,
): Promise<void> {
  const factOf = ({ emailHash }: UnsubscribeEmail): NewFact => ({
    hash: emailHash,
    kind: 'unsubscribed',
  });
  const byAddress = new Map(unsubscribed.map((each) => [factKey(factOf(each)), each]));
  const added = await insertFacts(acting.tx, [...byAddress.values()].map(factOf), at);
  for (const [key, { outboundId }] of byAddress)
    if (added.has(key))
      recordAudit(acting, {
        action: 'prospect.unsubscribed',
        target: null,
        detail: { messageId: outboundId, campaignId: null },
      });
}
