import { randomUUIDv7 } from 'node:crypto';
import { emailKey } from '@outcrop/contract/identity';
import type { Tx } from '../../platform/db/index.ts';
import type { Acting } from '../../platform/scope.ts';
import { markResults } from '../campaigns/results.sql.ts';
import type { LockedProspect } from '../prospects/prospects.sql.ts';
import { messageWords } from '../search/word-rules.ts';
import { replyToOf } from '../sending/reply-rules.ts';
import type { Suppression } from '../suppression/suppression.ts';
import { type Affecting, type Applied, applyEffects } from './apply-effects.ts';
import { insertBodies, storageTime } from './bodies.sql.ts';
import { effectsOf } from './effect-rules.ts';
import { selectZone } from './look-up.sql.ts';
import {
  candidatesOf,
  type Found,
  isOurs,
  lookUp,
  lookUpLocked,
  outboundIds,
  prospectsOf,
} from './look-up.ts';
import { isNotice, isProven, type MatchedBy, matchOf, type Thread } from './match-rules.ts';
import type { Decision } from './message.ts';
import { type Prepared, prepare, type SignedIds, type Unsubscribe } from './prepare-rules.ts';
import type { Receive, Received, ReceivingMailbox, SettleUnknown } from './receiver.ts';
import { recordUnsubscribed } from './record-unsubscribed.ts';
import * as store from './store.sql.ts';
import { snippetOf, storable } from './text-rules.ts';

export interface ReceiveDeps {
  suppression: Suppression;
  tokens: SignedIds;
  settleUnknown: SettleUnknown;
}

const maxSubjectLength = 500;
const maxNameLength = 200;
const maxTextLength = 262_144;

/** A message that is stored, with its conversation. */
interface Placed {
  id: string;
  message: Prepared;
  decision: Decision;
  isOurs: boolean;
  by: MatchedBy;
  thread: Thread & { conversationId: string };
  people: string[];
}

interface Placement {
  placed: Placed[];
  conversations: store.NewConversation[];
  /** Conversations whose email was found in Sent, with the thread as Gmail counts it. */
  copies: { conversationId: string; gmailThreadId: string }[];
  ignored: Received[];
}

export const createReceive =
  (deps: ReceiveDeps): Receive =>
  async (tx, mailbox, messages, at) => {
    const prepared = messages
      .map((message) => prepare(message, deps, tx.workspaceId))
      .sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime());
    if (prepared.length === 0) return [];
    const acting: Acting = {
      tx,
      actor: { actor: { kind: 'system', id: null }, correlationId: null },
    };
    const locked = await lookUpLocked(tx, mailbox.id, prepared);
    const { prospects } = locked;
    const found = await settle(tx, deps, mailbox.id, prepared, locked.found, at);
    const { placed, conversations, copies, ignored } = place(prepared, found, mailbox);
    store.insertConversations(tx, conversations, at);
    store.setConversations(tx, begunByReply(placed, conversations));
    const zone = await selectZone(tx, mailbox.id);
    const affecting = placed.map((each) => affectingOf(each, prospects, deps, zone));
    const applied = await applyEffects(acting, affecting, prospects, at);
    await recordUnsubscribed(acting, unsubscribedElsewhere(prepared, placed), at);
    write(tx, placed, applied, copies);
    const answered = affecting.flatMap(({ prospectId, effects }) =>
      prospectId !== null && effects.event !== null ? [prospectId] : [],
    );
    markResults(tx, [...new Set(answered)]);
    return ignored;
  };

/** An email whose fate is unknown was sent, if a message names it or Sent has it. */
async function settle(
  tx: Tx,
  { settleUnknown }: ReceiveDeps,
  mailboxId: string,
  messages: Prepared[],
  found: Found,
  at: Date,
): Promise<Found> {
  const named = new Map(
    messages.flatMap((message) =>
      outboundIds(message)
        .filter((id) => found.byOutbound.get(id)?.isUnknown)
        .map((id) => [id, evidenceOf(message)] as const),
    ),
  );
  if (named.size === 0) return found;
  await settleUnknown(tx, mailboxId, named, at);
  return lookUp(tx, mailboxId, messages);
}

const evidenceOf = ({ folder, kind }: Prepared): string =>
  folder === 'sent' ? 'found_in_sent' : isNotice(kind) ? 'named_by_notice' : 'named_by_reply';

/** Finds the conversation of each message. Later messages of a batch may answer earlier ones. */
function place(messages: Prepared[], found: Found, mailbox: ReceivingMailbox): Placement {
  const placement: Placement = { placed: [], conversations: [], copies: [], ignored: [] };
  for (const message of messages) {
    const compared = { ...message, isOurs: isOurs(message, found) };
    const match = matchOf(compared, candidatesOf(message, found));
    const { gmailThreadId } = message;
    if (match.what === 'own_copy') {
      const conversationId = found.byOutbound.get(match.outboundId)?.conversationId;
      if (conversationId && gmailThreadId) placement.copies.push({ conversationId, gmailThreadId });
    }
    if (match.what === 'ignored') placement.ignored.push(message.received);
    if (match.what !== 'stored') continue;
    const { thread, by } = match;
    if (thread.conversationId === null) {
      thread.conversationId = randomUUIDv7();
      placement.conversations.push({
        id: thread.conversationId,
        mailboxId: mailbox.id,
        prospectId: thread.prospectId,
        campaignId: thread.campaignId,
        subject: storable(message.subject, maxSubjectLength),
      });
    }
    const stored = { ...thread, conversationId: thread.conversationId };
    placement.placed.push({
      id: randomUUIDv7(),
      message,
      decision: decisionOf(message),
      isOurs: message.folder === 'sent',
      by,
      thread: stored,
      people: prospectsOf(message, found),
    });
    remember(message, stored, found);
  }
  return placement;
}

function remember(message: Prepared, thread: Thread, found: Found): void {
  const known = { ...thread, outboundId: null, subject: thread.subject ?? message.subject };
  if (message.messageId !== null) found.byHeader.set(message.messageId, known);
  if (message.gmailThreadId !== null) found.byGmailThread.set(message.gmailThreadId, known);
  for (const key of message.people)
    found.recent.set(key, [
      { ...known, lastMessageAt: message.receivedAt },
      ...(found.recent.get(key) ?? []),
    ]);
}

/** The token in its subject says more than the words of an email to the unsubscribe address. */
function decisionOf({ received: { decision }, unsubscribe, kind }: Prepared): Decision {
  return unsubscribe
    ? { ...decision, kind, evidence: ['unsubscribe_address', ...decision.evidence] }
    : decision;
}

/** Tokens of which nothing followed from a stored message: their email is gone, or someone else sent them. */
function unsubscribedElsewhere(messages: Prepared[], placed: Placed[]): Unsubscribe[] {
  const applied = new Set(
    placed.flatMap(({ by, message }) => (by === 'unsubscribe_address' ? [message] : [])),
  );
  return messages.flatMap((message) =>
    message.unsubscribe && !applied.has(message) ? [message.unsubscribe] : [],
  );
}

const begunByReply = (placed: Placed[], conversations: store.NewConversation[]) => {
  const created = new Set(conversations.map(({ id }) => id));
  return placed.flatMap(({ thread: { outboundId, campaignId, prospectId, conversationId } }) =>
    outboundId && campaignId && prospectId && created.has(conversationId)
      ? [{ campaignId, prospectId, conversationId }]
      : [],
  );
};

function affectingOf(
  { id, message, decision, isOurs, by, thread, people }: Placed,
  prospects: ReadonlyMap<string, LockedProspect>,
  { suppression }: ReceiveDeps,
  zone: string,
): Affecting {
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

function write(tx: Tx, placed: Placed[], applied: Applied[], copies: Placement['copies']): void {
  const storedAt = storageTime();
  store.insertMessages(
    tx,
    placed.map((each, index) => asMessage(each, applied[index]!)),
    storedAt,
  );
  insertBodies(
    tx,
    placed.map(({ id, thread, isOurs, message: { subject, received } }) => ({
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
  for (const each of placed) {
    const id = each.thread.conversationId;
    changes.set(id, changeBy(changes.get(id) ?? { ...unchanged, id }, each));
  }
  store.updateConversations(tx, [...changes.values()]);
}

const asMessage = (
  { id, message, decision, isOurs, by, thread }: Placed,
  effects: Applied,
): store.NewMessage => {
  const { parsed, fetched } = message.received;
  const header = parsed.messageId;
  return {
    id,
    conversationId: thread.conversationId,
    direction: isOurs ? 'outbound' : 'inbound',
    sentAt: message.receivedAt,
    subject: storable(message.subject, maxSubjectLength),
    messageId: header !== null && message.headers.includes(header) ? storable(header, 400) : null,
    sender: isOurs ? null : message.sender,
    replyTo: isOurs ? null : replyToOf(parsed.replyTo, message.sender),
    senderName: parsed.from
      ? storable(parsed.from.name || parsed.from.address, maxNameLength)
      : null,
    kind: isOurs ? null : decision.kind,
    matchedBy: by,
    decision: isOurs ? null : storedDecision(decision),
    effects,
    attachments: fetched.attachments.slice(0, 100).map((attachment) => ({
      ...attachment,
      name: attachment.name === null ? null : storable(attachment.name, maxNameLength),
      type: storable(attachment.type, maxNameLength),
    })),
    folder: fetched.folder,
    uid: fetched.uid,
  };
};

const storedDecision = (decision: Decision): Decision => ({
  ...decision,
  recipients: decision.recipients.slice(0, 20).map((each) => storable(each, 320)),
  originalMessageId:
    decision.originalMessageId === null ? null : storable(decision.originalMessageId, 400),
  evidence: decision.evidence.slice(0, 20).map((each) => storable(each, 200)),
});

const unchanged: Omit<store.ConversationChange, 'id'> = {
  added: 0,
  snippet: null,
  lastMessageAt: null,
  lastDirection: null,
  lastKind: null,
  unread: null,
  reopens: false,
  gmailThreadId: null,
};

/** Machines do not make a conversation unread, and do not open it again. */
function changeBy(
  change: store.ConversationChange,
  { message, decision, isOurs }: Placed,
): store.ConversationChange {
  const { parsed } = message.received;
  const isPerson = !isOurs && (decision.kind === 'human' || decision.kind === 'unsubscribe');
  return {
    ...change,
    added: change.added + 1,
    snippet: snippetOf(parsed.ownWords || parsed.text),
    lastMessageAt: message.receivedAt,
    lastDirection: isOurs ? 'outbound' : 'inbound',
    lastKind: isOurs ? change.lastKind : decision.kind,
    unread: isOurs ? false : isPerson || change.unread,
    reopens: change.reopens || isPerson,
    gmailThreadId: change.gmailThreadId ?? message.gmailThreadId,
  };
}
