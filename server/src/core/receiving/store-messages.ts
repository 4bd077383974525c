import { emailKey } from '@outcrop/contract/identity';
import type { ActorTransaction } from '../../platform/caller.ts';
import type { Tx } from '../../platform/db/index.ts';
import { record } from '../audit/record.ts';
import { markResults } from '../campaigns/results.sql.ts';
import type { LockedProspect } from '../prospects/prospects.sql.ts';
import { messageWords } from '../search/word-rules.ts';
import { type AffectingMessage, type AppliedEffects, applyEffects } from './apply-effects.ts';
import { isNotice, isProven } from './conversation-rules.ts';
import { effectsOf } from './effect-rules.ts';
import { factKey, insertFacts, type NewFact } from './effects.sql.ts';
import { selectZone } from './find-conversation.sql.ts';
import {
  type FoundConversations,
  findConversations,
  type StoringDeps,
  type ThreadedMessage,
} from './find-conversation.ts';
import type { ReceivedMessage, ReceivingMailbox } from './message.ts';
import type { UnsubscribeEmail } from './message-key-rules.ts';
import { changeBy, rowOf, unchanged } from './message-row-rules.ts';
import * as store from './store-messages.sql.ts';
import { insertBodies, storageTime } from './store-messages.sql.ts';
import { maxSubjectLength, snippetOf, storable } from './text-rules.ts';

const maxTextLength = 262_144;
const system = { actor: { kind: 'system', id: null }, correlationId: null } as const;

/**
 * Stores messages of one mailbox and applies what follows from them. Returns those that it did not store because they
 * are about no prospect. It locks prospects, so it must be called before the row of the mailbox is written: sending
 * locks them in this order.
 */
export async function storeMessages(
  tx: Tx,
  deps: StoringDeps,
  mailbox: ReceivingMailbox,
  messages: ReceivedMessage[],
  at: Date,
): Promise<ReceivedMessage[]> {
  if (messages.length === 0) return [];
  const acting: ActorTransaction = { tx, actor: system };
  const found = await findConversations(tx, deps, mailbox, messages, at);
  const { threaded, conversations, prospects } = found;
  store.insertConversations(tx, conversations, at);
  store.setConversations(tx, begunByReply(threaded, conversations));
  const zone = await selectZone(tx, mailbox.id);
  const affecting = threaded.map((each) => affectingOf(each, prospects, deps, zone));
  const applied = await applyEffects(acting, affecting, prospects, at);
  await recordUnsubscribed(acting, found.unsubscribed, at);
  write(tx, found, applied);
  const answered = affecting.flatMap(({ prospectId, effects }) =>
    prospectId !== null && effects.event !== null ? [prospectId] : [],
  );
  markResults(tx, [...new Set(answered)]);
  return found.ignored;
}

const begunByReply = (threaded: ThreadedMessage[], conversations: store.NewConversation[]) => {
  const created = new Set(conversations.map(({ id }) => id));
  return threaded.flatMap(({ thread: { outboundId, campaignId, prospectId, conversationId } }) =>
    outboundId && campaignId && prospectId && created.has(conversationId)
      ? [{ campaignId, prospectId, conversationId }]
      : [],
  );
};

function affectingOf(
  { id, message, decision, isOurs, by, thread, people }: ThreadedMessage,
  prospects: ReadonlyMap<string, LockedProspect>,
  { suppression }: StoringDeps,
  zone: string,
): AffectingMessage {
  const key = prospects.get(thread.prospectId ?? '')?.emailKey ?? null;
  const about = decision.recipients.flatMap((address) => emailKey(address) ?? []);
  const effects = effectsOf(decision, {
    isOurs,
    isProven: isProven(by, thread),
    isAboutRecipient: about.length === 0 || (key !== null && about.includes(key)),
    zone,
    receivedAt: message.receivedAt,
  });
  const { parsed } = message.received;
  return {
    id,
    ...thread,
    // A notice comes from a machine, and only a person's own words are about the sender.
    people: isNotice(decision.kind) ? [] : people,
    addressHash:
      message.unsubscribe?.emailHash ?? (key === null ? null : suppression.emailHash(key)),
    subject: storable(message.subject, maxSubjectLength),
    snippet: snippetOf(parsed.ownWords || parsed.text),
    diagnostic: storable(parsed.deliveryStatus[0]?.diagnostic ?? '', maxSubjectLength) || null,
    effects,
  };
}

function write(tx: Tx, { threaded, copies }: FoundConversations, applied: AppliedEffects[]): void {
  const storedAt = storageTime();
  store.insertMessages(
    tx,
    threaded.map((each, index) => rowOf(each, applied[index]!)),
    storedAt,
  );
  insertBodies(
    tx,
    threaded.map(({ id, thread, isOurs, message: { subject, received } }) => ({
      messageId: id,
      conversationId: thread.conversationId,
      text: storable(received.parsed.text, maxTextLength),
      html: received.parsed.html === null ? null : storable(received.parsed.html, maxTextLength),
      words: messageWords(
        storable(subject, maxSubjectLength),
        isOurs ? '' : storable(received.parsed.ownWords, maxTextLength),
      ),
    })),
    storedAt,
  );
  const changes = new Map<string, store.ConversationChange>();
  for (const { conversationId: id, gmailThreadId } of copies)
    changes.set(id, { ...unchanged, id, gmailThreadId });
  for (const each of threaded) {
    const id = each.thread.conversationId;
    changes.set(id, changeBy(changes.get(id) ?? { ...unchanged, id }, each));
  }
  store.updateConversations(tx, [...changes.values()]);
}

/**
 * Records that addresses unsubscribed, whether or not a prospect has them, as the link does. No message
 * is stored, so the audit log has what is known of it.
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
      record(acting, {
        action: 'prospect.unsubscribed',
        target: null,
        detail: { messageId: outboundId, campaignId: null },
      });
}
