import { emailKey } from '@outcrop/contract/identity';
import type { Compared } from './match-rules.ts';
import { isNotice } from './match-rules.ts';
import type { Received } from './receiver.ts';

/** Reads what Outcrop signed. */
export interface SignedIds {
  readMessageId: (text: string) => string | null;
  readUnsubscribeMail: (
    subject: string,
  ) => { workspaceId: string; messageId: string; emailHash: Buffer } | null;
}

/** A message with what is looked up for it. */
export interface Prepared extends Omit<Compared, 'isOurs'> {
  received: Received;
  gmailThreadId: string | null;
  sender: string | null;
  /** Keys of the addresses that decide about whom it is. */
  people: string[];
  /** The Message-IDs that it names, and our emails among them by the id of the email. */
  headers: string[];
  outbound: Map<string, string>;
  unsubscribe: { outboundId: string; emailHash: Buffer } | null;
}

const maxPeople = 20;
const maxHeaders = 50;
const maxHeaderLength = 400;

export function prepare(received: Received, ids: SignedIds, workspaceId: string): Prepared {
  const { fetched, parsed, decision } = received;
  const unsubscribe = fetched.folder === 'sent' ? null : ids.readUnsubscribeMail(parsed.subject);
  const isUnsubscribe = unsubscribe?.workspaceId === workspaceId;
  const originalMessageId = decision.originalMessageId ?? parsed.originalMessageId;
  const headers = [
    ...[parsed.messageId, parsed.inReplyTo, originalMessageId],
    ...parsed.references.slice(-maxHeaders),
  ].filter((each) => each !== null && each.length <= maxHeaderLength) as string[];
  const outbound = new Map(
    headers.flatMap((header) => {
      const id = ids.readMessageId(header);
      return id === null ? [] : [[header, id] as const];
    }),
  );
  return {
    received,
    folder: fetched.folder,
    kind: isUnsubscribe ? 'unsubscribe' : decision.kind,
    subject: parsed.subject,
    receivedAt: fetched.receivedAt,
    messageId: parsed.messageId,
    inReplyTo: parsed.inReplyTo,
    references: parsed.references,
    originalMessageId,
    isFromList: 'list-unsubscribe' in parsed.headers,
    gmailThreadId: fetched.gmailThreadId,
    sender: parsed.from && emailKey(parsed.from.address),
    people: peopleOf(received),
    headers,
    outbound,
    unsubscribe: isUnsubscribe
      ? { outboundId: unsubscribe.messageId, emailHash: unsubscribe.emailHash }
      : null,
  };
}

/** Those whom a notice is about or a message in Sent went to; otherwise the sender. */
function peopleOf({ fetched, parsed, decision }: Received): string[] {
  const addresses =
    fetched.folder === 'sent'
      ? [...parsed.to, ...parsed.cc].map(({ address }) => address)
      : isNotice(decision.kind)
        ? decision.recipients
        : [parsed.from?.address ?? ''];
  const keys = addresses.slice(0, maxPeople).flatMap((address) => emailKey(address) ?? []);
  return [...new Set(keys.flatMap((key) => [key, withoutTag(key)]))];
}

/** "jane+news@acme.example" reaches jane@acme.example. */
const withoutTag = (key: string): string => key.replace(/\+[^@]*@/, '@');
