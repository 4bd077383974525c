import type { Tx } from '../../platform/db/index.ts';
import { type LockedProspect, lockProspects } from '../prospects/prospects.sql.ts';
import * as store from './look-up.sql.ts';
import type { Candidates, RecentThread, Thread } from './match-rules.ts';
import type { Prepared, Unsubscribe } from './prepare-rules.ts';

/** What the database knows about a batch of messages. Threads are shared: a new conversation shows in all. */
export interface Found {
  ours: ReadonlySet<string>;
  byOutbound: Map<string, store.OutboundThread>;
  byHeader: Map<string, Thread>;
  byGmailThread: Map<string, Thread>;
  prospectOf: Map<string, string>;
  recent: RecentThreads;
}
type RecentThreads = Map<string, RecentThread[]>;

/** All look-ups of a batch, in one round trip. */
export async function lookUp(tx: Tx, mailboxId: string, messages: Prepared[]): Promise<Found> {
  const all = <T>(of: (message: Prepared) => T[]): T[] => [...new Set(messages.flatMap(of))];
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

export const outboundIds = ({ outbound, unsubscribe }: Prepared): string[] => [
  ...outbound.values(),
  ...(unsubscribe ? [unsubscribe.outboundId] : []),
];

/**
 * Looks up and locks everyone whom the messages may be about. Looked up again after the locks: a
 * prospect may have been merged or deleted meanwhile.
 */
export async function lookUpLocked(
  tx: Tx,
  mailboxId: string,
  messages: Prepared[],
): Promise<{ found: Found; prospects: Map<string, LockedProspect> }> {
  let prospects = new Map<string, LockedProspect>();
  let asked = new Set<string>();
  for (;;) {
    const found = await lookUp(tx, mailboxId, messages);
    const ids = idsOf(found);
    if (ids.isSubsetOf(asked)) return { found, prospects };
    asked = ids.union(asked);
    const locked = await lockProspects(tx, [...asked]);
    prospects = new Map(locked.map((each) => [each.id, each]));
  }
}

const idsOf = (found: Found): Set<string> =>
  new Set([
    ...found.prospectOf.values(),
    ...[
      ...found.byOutbound.values(),
      ...found.byHeader.values(),
      ...found.byGmailThread.values(),
      ...[...found.recent.values()].flat(),
    ].flatMap(({ prospectId }) => prospectId ?? []),
  ]);

/** What was found for one message. */
export function candidatesOf(message: Prepared, found: Found): Candidates {
  const { people, gmailThreadId, unsubscribe } = message;
  const threadOf = (header: string): Thread | undefined => {
    const outboundId = message.outbound.get(header);
    return outboundId === undefined ? found.byHeader.get(header) : found.byOutbound.get(outboundId);
  };
  return {
    threadOf,
    unsubscribed: unsubscribe ? unsubscribedThread(unsubscribe, found) : undefined,
    gmailThread: gmailThreadId === null ? undefined : found.byGmailThread.get(gmailThreadId),
    recent: people.flatMap((key) => found.recent.get(key) ?? []),
    prospectId: prospectsOf(message, found)[0] ?? null,
  };
}

/** The email is deleted with its prospect. One with the same address may have been added since. */
function unsubscribedThread(
  { outboundId, emailKey }: Unsubscribe,
  { byOutbound, prospectOf }: Found,
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

export const prospectsOf = ({ people }: Prepared, { prospectOf }: Found): string[] =>
  people.flatMap((key) => prospectOf.get(key) ?? []);

export const isOurs = ({ sender, received }: Prepared, { ours }: Found): boolean =>
  (sender !== null && ours.has(sender)) ||
  ours.has(received.parsed.from?.address.toLowerCase() ?? '');
