import { randomUUIDv7 } from 'node:crypto';
import type { Tx } from '../../platform/db/index.ts';
import { type LockedProspect, lockProspects } from '../prospects/prospects.sql.ts';
import type { Suppression } from '../suppression/suppression.ts';
import {
  type Candidates,
  isNotice,
  type MatchedBy,
  matchOf,
  type RecentThread,
  type Thread,
} from './conversation-rules.ts';
import * as store from './find-conversation.sql.ts';
import type { Decision, ReceivedMessage, ReceivingMailbox, SettleUnknown } from './message.ts';
import {
  type KeyedMessage,
  keysOf,
  type SignedIds,
  type UnsubscribeEmail,
} from './message-key-rules.ts';
import type { NewConversation } from './store-messages.sql.ts';
import { maxSubjectLength, storable } from './text-rules.ts';

export interface StoringDeps {
  suppression: Suppression;
  tokens: SignedIds;
  settleUnknown: SettleUnknown;
}

/** A message that will be stored, with its conversation. */
export interface ThreadedMessage {
  id: string;
  message: KeyedMessage;
  decision: Decision;
  isOurs: boolean;
  by: MatchedBy;
  thread: Thread & { conversationId: string };
  people: string[];
}

export interface FoundConversations {
  threaded: ThreadedMessage[];
  conversations: NewConversation[];
  /** Conversations whose email was found in Sent, with the thread as Gmail counts it. */
  copies: { conversationId: string; gmailThreadId: string }[];
  ignored: ReceivedMessage[];
  /** Unsubscribe emails from which nothing follows in a conversation: their email is gone, or others sent them. */
  unsubscribed: UnsubscribeEmail[];
  /** Everyone whom the messages may be about, locked. */
  prospects: Map<string, LockedProspect>;
}

/** The conversation of each message, known or new. Locks everyone whom the messages may be about. */
export async function findConversations(
  tx: Tx,
  deps: StoringDeps,
  mailbox: ReceivingMailbox,
  messages: ReceivedMessage[],
  at: Date,
): Promise<FoundConversations> {
  const keyed = messages
    .map((message) => keysOf(message, deps, tx.workspaceId))
    .sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime());
  const { prospects, ...locked } = await lookUpLocked(tx, mailbox.id, keyed);
  const known = await settle(tx, deps, mailbox.id, keyed, locked.known, at);
  const found = place(keyed, known, mailbox);
  return { ...found, prospects, unsubscribed: unsubscribedElsewhere(keyed, found.threaded) };
}

/** An email whose fate is unknown was sent, if a message names it or Sent has it. */
async function settle(
  tx: Tx,
  { settleUnknown }: StoringDeps,
  mailboxId: string,
  messages: KeyedMessage[],
  known: KnownThreads,
  at: Date,
): Promise<KnownThreads> {
  const named = new Map(
    messages.flatMap((message) =>
      outboundIds(message)
        .filter((id) => known.byOutbound.get(id)?.isUnknown)
        .map((id) => [id, evidenceOf(message)] as const),
    ),
  );
  if (named.size === 0) return known;
  await settleUnknown(tx, mailboxId, named, at);
  return lookUp(tx, mailboxId, messages);
}

const evidenceOf = ({ folder, kind }: KeyedMessage): string =>
  folder === 'sent' ? 'found_in_sent' : isNotice(kind) ? 'named_by_notice' : 'named_by_reply';

/** Finds the conversation of each message. Later messages of a batch may answer earlier ones. */
function place(
  messages: KeyedMessage[],
  known: KnownThreads,
  mailbox: ReceivingMailbox,
): Pick<FoundConversations, 'threaded' | 'conversations' | 'copies' | 'ignored'> {
  const found: ReturnType<typeof place> = {
    ...{ threaded: [], conversations: [], copies: [], ignored: [] },
  };
  for (const message of messages) {
    const compared = { ...message, isOurs: isOurs(message, known) };
    const match = matchOf(compared, candidatesOf(message, known));
    const { gmailThreadId } = message;
    if (match.what === 'own_copy') {
      const conversationId = known.byOutbound.get(match.outboundId)?.conversationId;
      if (conversationId && gmailThreadId) found.copies.push({ conversationId, gmailThreadId });
    }
    if (match.what === 'ignored') found.ignored.push(message.received);
    if (match.what !== 'stored') continue;
    const { thread, by } = match;
    if (thread.conversationId === null) {
      thread.conversationId = randomUUIDv7();
      found.conversations.push({
        id: thread.conversationId,
        mailboxId: mailbox.id,
        prospectId: thread.prospectId,
        campaignId: thread.campaignId,
        subject: storable(message.subject, maxSubjectLength),
      });
    }
    const stored = { ...thread, conversationId: thread.conversationId };
    found.threaded.push({
      id: randomUUIDv7(),
      message,
      decision: decisionOf(message),
      isOurs: message.folder === 'sent',
      by,
      thread: stored,
      people: prospectsOf(message, known),
    });
    remember(message, stored, known);
  }
  return found;
}

/** Later messages of a batch may answer earlier ones. */
function remember(message: KeyedMessage, thread: Thread, known: KnownThreads): void {
  const found = { ...thread, outboundId: null, subject: thread.subject ?? message.subject };
  if (message.messageId !== null) known.byHeader.set(message.messageId, found);
  if (message.gmailThreadId !== null) known.byGmailThread.set(message.gmailThreadId, found);
  for (const key of message.people)
    known.recent.set(key, [
      { ...found, lastMessageAt: message.receivedAt },
      ...(known.recent.get(key) ?? []),
    ]);
}

/** The token in its subject says more than the words of an email to the unsubscribe address. */
function decisionOf({ received: { decision }, unsubscribe, kind }: KeyedMessage): Decision {
  return unsubscribe
    ? { ...decision, kind, evidence: ['unsubscribe_address', ...decision.evidence] }
    : decision;
}

function unsubscribedElsewhere(
  messages: KeyedMessage[],
  threaded: ThreadedMessage[],
): UnsubscribeEmail[] {
  const applied = new Set(
    threaded.flatMap(({ by, message }) => (by === 'unsubscribe_address' ? [message] : [])),
  );
  return messages.flatMap((message) =>
    message.unsubscribe && !applied.has(message) ? [message.unsubscribe] : [],
  );
}

/** What the database knows about a batch of messages. Threads are shared: a new conversation shows in all. */
interface KnownThreads {
  ours: ReadonlySet<string>;
  byOutbound: Map<string, store.OutboundThread>;
  byHeader: Map<string, Thread>;
  byGmailThread: Map<string, Thread>;
  prospectOf: Map<string, string>;
  recent: RecentThreads;
}
type RecentThreads = Map<string, RecentThread[]>;

/** All look-ups of a batch, in one round trip. */
async function lookUp(tx: Tx, mailboxId: string, messages: KeyedMessage[]): Promise<KnownThreads> {
  const all = <T>(of: (message: KeyedMessage) => T[]): T[] => [...new Set(messages.flatMap(of))];
  const keys = all(({ people }) => people);
  const oldest = new Date(Math.min(...messages.map(({ receivedAt }) => receivedAt.getTime())));
  const [ours, outbound, byHeader, byGmail, prospects, recent] = await Promise.all([
    store.selectOurs(
      tx,
      all(({ sender, received }) => [
        ...(sender === null ? [] : [sender]),
        ...(received.parsed.from ? [received.parsed.from.address.toLowerCase()] : []),
      ]),
    ),
    store.selectOutbound(tx, mailboxId, all(outboundIds)),
    store.selectByHeader(
      tx,
      all(({ headers }) => headers),
    ),
    store.selectByGmailThread(
      tx,
      mailboxId,
      all(({ gmailThreadId }) => (gmailThreadId === null ? [] : [gmailThreadId])),
    ),
    store.selectProspects(tx, keys),
    store.selectRecent(tx, mailboxId, keys, oldest),
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
 * Looks up and locks everyone whom the messages may be about. Looked up again after the locks: a
 * prospect may have been merged or deleted meanwhile.
 */
async function lookUpLocked(
  tx: Tx,
  mailboxId: string,
  messages: KeyedMessage[],
): Promise<{ known: KnownThreads; prospects: Map<string, LockedProspect> }> {
  let prospects = new Map<string, LockedProspect>();
  let asked = new Set<string>();
  for (;;) {
    const known = await lookUp(tx, mailboxId, messages);
    const ids = idsOf(known);
    if (ids.isSubsetOf(asked)) return { known, prospects };
    asked = ids.union(asked);
    const locked = await lockProspects(tx, [...asked]);
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

/** What was found for one message. */
function candidatesOf(message: KeyedMessage, known: KnownThreads): Candidates {
  const { people, gmailThreadId, unsubscribe } = message;
  const threadOf = (header: string): Thread | undefined => {
    const outboundId = message.outbound.get(header);
    return outboundId === undefined ? known.byHeader.get(header) : known.byOutbound.get(outboundId);
  };
  return {
    threadOf,
    unsubscribed: unsubscribe ? unsubscribedThread(unsubscribe, known) : undefined,
    gmailThread: gmailThreadId === null ? undefined : known.byGmailThread.get(gmailThreadId),
    recent: people.flatMap((key) => known.recent.get(key) ?? []),
    prospectId: prospectsOf(message, known)[0] ?? null,
  };
}

/** The email is deleted with its prospect. One with the same address may have been added since. */
function unsubscribedThread(
  { outboundId, emailKey }: UnsubscribeEmail,
  { byOutbound, prospectOf }: KnownThreads,
): Thread | undefined {
  const prospectId = emailKey === null ? undefined : prospectOf.get(emailKey);
  return (
    byOutbound.get(outboundId) ??
    (prospectId === undefined
      ? undefined
      : {
          ...{ conversationId: null, campaignId: null, subject: null },
          prospectId,
          outboundId: null,
        })
  );
}

const prospectsOf = ({ people }: KeyedMessage, { prospectOf }: KnownThreads): string[] =>
  people.flatMap((key) => prospectOf.get(key) ?? []);

const isOurs = ({ sender, received }: KeyedMessage, { ours }: KnownThreads): boolean =>
  (sender !== null && ours.has(sender)) ||
  ours.has(received.parsed.from?.address.toLowerCase() ?? '');
