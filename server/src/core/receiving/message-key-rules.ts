import { emailKey } from '@outcrop/contract/identity';
import { type ComparedMessage, isNotice } from './conversation-rules.ts';
import type { ReceivedMessage } from './message.ts';

/** Reads ids and tokens that Outcrop signed. */
export interface SignedIds {
  readMessageId: (text: string) => string | null;
  readUnsubscribeMail: (
    subject: string,
  ) => { workspaceId: string; messageId: string; emailHash: Buffer } | null;
}

interface KeyDeps {
  tokens: SignedIds;
  suppression: { emailHash: (emailKey: string) => Buffer };
}

/** An email to the unsubscribe address. It proves that the address got the email and wants no more. */
export interface UnsubscribeEmail {
  outboundId: string;
  emailHash: Buffer;
  /** Key of the address, if the email comes from it. The hash does not reveal it. */
  emailKey: string | null;
}

/** A message with the keys that find its conversation. */
export interface KeyedMessage extends Omit<ComparedMessage, 'isOurs'> {
  received: ReceivedMessage;
  gmailThreadId: string | null;
  sender: string | null;
  /** Keys of the addresses of the prospects that it may be about. */
  people: string[];
  /** The Message-IDs that it names, and the ids of our emails by their Message-ID. */
  headers: string[];
  outbound: Map<string, string>;
  unsubscribe: UnsubscribeEmail | null;
}

const maxPeople = 20;
const maxHeaders = 50;
const maxHeaderLength = 400;

export function keyMessage(
  received: ReceivedMessage,
  { tokens, suppression }: KeyDeps,
  workspaceId: string,
): KeyedMessage {
  const { fetched, parsed, decision } = received;
  const unsubscribe = fetched.folder === 'sent' ? null : tokens.readUnsubscribeMail(parsed.subject);
  const isUnsubscribe = unsubscribe?.workspaceId === workspaceId;
  const originalMessageId = decision.originalMessageId ?? parsed.originalMessageId;
  const headers = [
    ...[parsed.messageId, parsed.inReplyTo, originalMessageId],
    ...parsed.references.slice(-maxHeaders),
  ].filter((each) => each !== null && each.length <= maxHeaderLength) as string[];
  const outbound = new Map(
    headers.flatMap((header) => {
      const id = tokens.readMessageId(header);
      return id === null ? [] : [[header, id] as const];
    }),
  );
  const people = peopleOf(received);
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
    senderKeys: keysOf(parsed.from ? [parsed.from] : []),
    recipientKeys: keysOf([...parsed.to, ...parsed.cc]),
    isFromList: 'list-unsubscribe' in parsed.headers,
    gmailThreadId: fetched.gmailThreadId,
    sender: parsed.from && emailKey(parsed.from.address),
    people,
    headers,
    outbound,
    unsubscribe: isUnsubscribe
      ? {
          outboundId: unsubscribe.messageId,
          emailHash: unsubscribe.emailHash,
          emailKey:
            people.find((key) => suppression.emailHash(key).equals(unsubscribe.emailHash)) ?? null,
        }
      : null,
  };
}

/** The recipients of a notice or of a message in the Sent folder; otherwise the sender. */
function peopleOf({ fetched, parsed, decision }: ReceivedMessage): string[] {
  if (fetched.folder === 'sent') return keysOf([...parsed.to, ...parsed.cc]);
  return isNotice(decision.kind)
    ? keysOf(decision.recipients.map((address) => ({ address })))
    : keysOf(parsed.from ? [parsed.from] : []);
}

function keysOf(addresses: { address: string }[]): string[] {
  const keys = addresses.slice(0, maxPeople).flatMap(({ address }) => emailKey(address) ?? []);
  return [...new Set(keys.flatMap((key) => [key, withoutTag(key)]))];
}

/** "jane+news@acme.example" reaches jane@acme.example. */
export const withoutTag = (key: string): string => key.replace(/\+[^@]*@/, '@');
