import { randomUUIDv7 } from 'node:crypto';
import type { Tx } from '../../platform/db/index.ts';
import { type LockedProspect, lockProspects } from '../prospects/prospects.sql.ts';
import type { Suppression } from '../suppression/suppression.ts';
import {
  isNotice,
  type MatchMethod,
  type MessageThread,
  matchThread,
  type RecentThread,
  type ThreadCandidates,
} from './conversation-rules.ts';
import * as store from './find-conversation.sql.ts';
import type {
  MessageDecision,
  ReceivedMessage,
  ReceivingMailbox,
  SettleUnknownEmails,
} from './message.ts';
import {
  type KeyedMessage,
  keyMessage,
  type SignedIds,
  type UnsubscribeEmail,
} from './message-key-rules.ts';
import type { NewConversation } from './store-messages.sql.ts';
import { maxSubjectLength, storableText } from './text-rules.ts';

export interface StoringDeps {
  suppression: Suppression;
  tokens: SignedIds;
  settleUnknown: SettleUnknownEmails;
}

/** A message that will be stored, with its conversation. */
export interface ThreadedMessage {
  id: string;
  message: KeyedMessage;
  decision: MessageDecision;
  isOurs: boolean;
  by: MatchMethod;
  thread: MessageThread & { conversationId: string };
  people: string[];
}

/** A message that changes its prospect and is not stored, because its conversation has other readers. */
export type AppliedMessage = Omit<ThreadedMessage, 'thread'> & { thread: MessageThread };

export interface FoundConversations {
  threaded: ThreadedMessage[];
  applied: AppliedMessage[];
  /** Prospects whose email was answered by a person who is not near them. */
  answeredByOthers: string[];
  conversations: NewConversation[];
  /** Conversations whose email is in the Sent folder, with the thread id of Gmail. */
  copies: { conversationId: string; gmailThreadId: string }[];
  ignored: ReceivedMessage[];
  /** Unsubscribe emails without a conversation: their email was deleted, or another address sent them. */
  unsubscribed: UnsubscribeEmail[];
  /** All prospects that the messages may be about, locked. */
  prospects: Map<string, LockedProspect>;
}

/** Finds or creates the conversation of each message. Locks all prospects that the messages may be about. */
export async function findConversations(
  tx: Tx,
  deps: StoringDeps,
  mailbox: ReceivingMailbox,
  messages: ReceivedMessage[],
  at: Date,
): Promise<FoundConversations> {
  const keyedMessages = messages
    .map((message) => keyMessage(message, deps, tx.workspaceId))
    .sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime());
  const { prospects, ...locked } = await lookUpLockedThreads(tx, mailbox.id, keyedMessages);
  const known = await settleUnknownEmails(tx, deps, mailbox.id, keyedMessages, locked.known, at);
  const found = placeMessages(keyedMessages, known, mailbox);
  return {
    ...found,
    prospects,
    unsubscribed: unsubscribedElsewhere(keyedMessages, [...found.threaded, ...found.applied]),
  };
}

/** Accepts emails with status `unknown` that a message names or that are in the Sent folder. */
async function settleUnknownEmails(
  tx: Tx,
  { settleUnknown }: StoringDeps,
  mailboxId: string,
  messages: KeyedMessage[],
  known: KnownThreads,
  at: Date,
): Promise<KnownThreads> {
  const evidenceById = new Map(
    messages.flatMap((message) =>
      outboundIds(message)
        .filter((id) => known.byOutbound.get(id)?.isUnknown)
        .map((id) => [id, evidenceOf(message)] as const),
    ),
  );
  if (evidenceById.size === 0) return known;
  await settleUnknown(tx, mailboxId, evidenceById, at);
  return lookUpThreads(tx, mailboxId, messages);
}

const evidenceOf = ({ folder, kind }: KeyedMessage): string =>
  folder === 'sent' ? 'found_in_sent' : isNotice(kind) ? 'named_by_notice' : 'named_by_reply';

/** Matches each message to a conversation. Later messages of a batch may answer earlier ones. */
function placeMessages(
  messages: KeyedMessage[],
  known: KnownThreads,
  mailbox: ReceivingMailbox,
): Pick<
  FoundConversations,
  'threaded' | 'applied' | 'answeredByOthers' | 'conversations' | 'copies' | 'ignored'
> {
  const found: ReturnType<typeof placeMessages> = {
    ...{ threaded: [], applied: [], answeredByOthers: [] },
    ...{ conversations: [], copies: [], ignored: [] },
  };
  for (const message of messages) {
    const compared = { ...message, isOurs: isOurs(message, known) };
    const match = matchThread(compared, candidatesOf(message, known));
    const { gmailThreadId } = message;
    if (match.kind === 'own_copy') {
      const own = known.byOutbound.get(match.outboundId);
      if (own?.conversationId && own.hasSameAudience && gmailThreadId)
        found.copies.push({ conversationId: own.conversationId, gmailThreadId });
    }
    if (match.kind === 'ignored') {
      found.ignored.push(message.received);
      found.answeredByOthers.push(...match.answered.flatMap(({ prospectId }) => prospectId ?? []));
    }
    if (match.kind !== 'stored' && match.kind !== 'applied') continue;
    const { thread, by } = match;
    const matched = {
      id: randomUUIDv7(),
      message,
      decision: decisionOf(message),
      isOurs: message.folder === 'sent',
      by,
      people: prospectsOf(message, known),
    };
    if (match.kind === 'applied') {
      found.applied.push({ ...matched, thread });
      continue;
    }
    if (thread.conversationId === null) {
      thread.conversationId = randomUUIDv7();
      found.conversations.push({
        id: thread.conversationId,
        mailboxId: mailbox.id,
        prospectId: thread.prospectId,
        campaignId: thread.campaignId,
        subject: storableText(message.subject, maxSubjectLength),
      });
    }
    const stored = { ...thread, conversationId: thread.conversationId };
    found.threaded.push({ ...matched, thread: stored });
    rememberThread(message, stored, known);
  }
  return found;
}

/** Adds the thread of a message to the known threads, for later messages of the batch. */
function rememberThread(message: KeyedMessage, thread: MessageThread, known: KnownThreads): void {
  const found = {
    ...thread,
    outboundId: null,
    subject: thread.subject ?? message.subject,
    participants:
      message.folder === 'sent'
        ? thread.participants
        : [...thread.participants, ...message.senderKeys],
  };
  if (message.messageId !== null) known.byHeader.set(message.messageId, found);
  if (message.gmailThreadId !== null) known.byGmailThread.set(message.gmailThreadId, found);
  for (const key of message.people)
    known.recent.set(key, [
      { ...found, lastMessageAt: message.receivedAt },
      ...(known.recent.get(key) ?? []),
    ]);
}

/** In an email to the unsubscribe address, the token in the subject outranks the words. */
function decisionOf({ received: { decision }, unsubscribe, kind }: KeyedMessage): MessageDecision {
  return unsubscribe
    ? { ...decision, kind, evidence: ['unsubscribe_address', ...decision.evidence] }
    : decision;
}

function unsubscribedElsewhere(
  messages: KeyedMessage[],
  matched: AppliedMessage[],
): UnsubscribeEmail[] {
  const applied = new Set(
    matched.flatMap(({ by, message }) => (by === 'unsubscribe_address' ? [message] : [])),
  );
  return messages.flatMap((message) =>
    message.unsubscribe && !applied.has(message) ? [message.unsubscribe] : [],
  );
}

/** Data of the database about a batch of messages. The maps share threads, so all see a new conversation. */
interface KnownThreads {
  ours: ReadonlySet<string>;
  byOutbound: Map<string, store.OutboundThread>;
  byHeader: Map<string, MessageThread>;
  byGmailThread: Map<string, MessageThread>;
  prospectOf: Map<string, string>;
  recent: RecentThreads;
}
type RecentThreads = Map<string, RecentThread[]>;

/** All look-ups of a batch, in one round trip. */
async function lookUpThreads(
  tx: Tx,
  mailboxId: string,
  messages: KeyedMessage[],
): Promise<KnownThreads> {
  const all = <T>(of: (message: KeyedMessage) => T[]): T[] => [...new Set(messages.flatMap(of))];
  const keys = all(({ people }) => people);
  const oldest = new Date(Math.min(...messages.map(({ receivedAt }) => receivedAt.getTime())));
  const [ours, outbound, byHeader, byGmail, prospects, recent] = await Promise.all([
    store.selectOwnAddresses(
      tx,
      all(({ sender, received }) => [
        ...(sender === null ? [] : [sender]),
        ...(received.parsed.from ? [received.parsed.from.address.toLowerCase()] : []),
      ]),
    ),
    store.selectOutboundThreads(tx, mailboxId, all(outboundIds)),
    store.selectThreadsByHeader(
      tx,
      mailboxId,
      all(({ headers }) => headers),
    ),
    store.selectThreadsByGmailId(
      tx,
      mailboxId,
      all(({ gmailThreadId }) => (gmailThreadId === null ? [] : [gmailThreadId])),
    ),
    store.selectProspectsByEmail(tx, keys),
    store.selectRecentThreads(tx, mailboxId, keys, oldest),
  ]);
  return {
    ours,
    byOutbound: new Map(outbound.map((each) => [each.outboundId, each])),
    byHeader: new Map(byHeader.map((each) => [each.header, each])),
    byGmailThread: new Map(byGmail.map((each) => [each.gmailThreadId, each])),
    prospectOf: new Map(prospects.map(({ id, key }) => [key, id])),
    recent: Map.groupBy(recent, ({ key }) => key),
  };
}

const outboundIds = ({ outbound, unsubscribe }: KeyedMessage): string[] => [
  ...outbound.values(),
  ...(unsubscribe ? [unsubscribe.outboundId] : []),
];

/**
 * Looks up and locks all prospects that the messages may be about. Looks up again after locking,
 * because a prospect may have been merged or deleted meanwhile.
 */
async function lookUpLockedThreads(
  tx: Tx,
  mailboxId: string,
  messages: KeyedMessage[],
): Promise<{ known: KnownThreads; prospects: Map<string, LockedProspect> }> {
  let prospects = new Map<string, LockedProspect>();
  let lockedIds = new Set<string>();
  for (;;) {
    const known = await lookUpThreads(tx, mailboxId, messages);
    const ids = idsOf(known);
    if (ids.isSubsetOf(lockedIds)) return { known, prospects };
    lockedIds = ids.union(lockedIds);
    const locked = await lockProspects(tx, [...lockedIds]);
    prospects = new Map(locked.map((each) => [each.id, each]));
  }
}

const idsOf = (known: KnownThreads): Set<string> =>
  new Set([
    ...known.prospectOf.values(),
    ...[
      ...known.byOutbound.values(),
      ...known.byHeader.values(),
      ...known.byGmailThread.values(),
      ...[...known.recent.values()].flat(),
    ].flatMap(({ prospectId }) => prospectId ?? []),
  ]);

function candidatesOf(message: KeyedMessage, known: KnownThreads): ThreadCandidates {
  const { people, gmailThreadId, unsubscribe } = message;
  const threadOf = (header: string): MessageThread | undefined => {
    const outboundId = message.outbound.get(header);
    return outboundId === undefined ? known.byHeader.get(header) : known.byOutbound.get(outboundId);
  };
  return {
    threadOf,
    unsubscribed: unsubscribe ? unsubscribedThread(unsubscribe, known) : undefined,
    gmailThread: gmailThreadId === null ? undefined : known.byGmailThread.get(gmailThreadId),
    recent: people.flatMap((key) => known.recent.get(key) ?? []),
    prospectId: prospectsOf(message, known)[0] ?? null,
    prospectKey: people.find((key) => known.prospectOf.has(key)) ?? null,
  };
}

/** An email is deleted with its prospect. A prospect with the same address may have been added since. */
function unsubscribedThread(
  { outboundId, emailKey }: UnsubscribeEmail,
  { byOutbound, prospectOf }: KnownThreads,
): MessageThread | undefined {
  const prospectId = emailKey === null ? undefined : prospectOf.get(emailKey);
  return (
    byOutbound.get(outboundId) ??
    (prospectId === undefined
      ? undefined
      : {
          ...{ conversationId: null, campaignId: null, subject: null },
          prospectId,
          outboundId: null,
          ...{ hasSameAudience: true, prospectKey: emailKey, participants: [] },
        })
  );
}

const prospectsOf = ({ people }: KeyedMessage, { prospectOf }: KnownThreads): string[] =>
  people.flatMap((key) => prospectOf.get(key) ?? []);

const isOurs = ({ sender, received }: KeyedMessage, { ours }: KnownThreads): boolean =>
  (sender !== null && ours.has(sender)) ||
  ours.has(received.parsed.from?.address.toLowerCase() ?? '');
