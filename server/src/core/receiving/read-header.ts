import type { Email, Address as ParsedAddress } from 'postal-mime';
import PostalMime from 'postal-mime';
import { programHeaders, replyHeaders } from './automatic-rules.ts';
import { type MailAddress, messageLimits, type ParsedMessage } from './message.ts';
import { cleanLine } from './text-rules.ts';

/** Headers that a decision needs. */
const keptHeaders = new Set([
  'auto-submitted',
  'content-type',
  'from',
  'list-id',
  'list-unsubscribe',
  'precedence',
  'return-path',
  'sender',
  'x-auto-response-suppress',
  'x-failed-recipients',
  'x-mailer',
  ...replyHeaders,
  ...programHeaders,
]);

export type MessageHeader = Pick<
  ParsedMessage,
  | 'messageId'
  | 'inReplyTo'
  | 'references'
  | 'from'
  | 'to'
  | 'cc'
  | 'replyTo'
  | 'subject'
  | 'sentAt'
  | 'headers'
>;

/** Reads the values of a header, each up to a limit. */
export async function readHeader(bytes: Uint8Array): Promise<MessageHeader> {
  const email = await PostalMime.parse(wholeLines(bytes));
  const ids = messageIds(email.references ?? '');
  return {
    messageId: messageIds(email.messageId ?? '')[0] ?? null,
    inReplyTo: messageIds(email.inReplyTo ?? '')[0] ?? null,
    // The last ids belong to the nearest messages.
    references: ids.slice(-messageLimits.references),
    from: readAddresses(email.from ? [email.from] : [])[0] ?? null,
    to: readAddresses(email.to),
    cc: readAddresses(email.cc),
    replyTo: readAddresses(email.replyTo),
    subject: cleanLine(email.subject ?? '', messageLimits.subjectLength),
    sentAt: dateOf(email.date),
    headers: keepHeaders(email),
  };
}

function keepHeaders(email: Email): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const { key, value } of email.headers)
    if (keptHeaders.has(key) && !(key in kept))
      kept[key] = cleanLine(value, messageLimits.headerValueLength);
  return kept;
}

/** Cuts a header at the end of a line, so that no value is cut. */
function wholeLines(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= messageLimits.headerBytes) return bytes;
  const end = bytes.lastIndexOf(10, messageLimits.headerBytes);
  return bytes.subarray(0, end > 0 ? end : messageLimits.headerBytes);
}

/** Message ids without angle brackets. An id that has none ends at the first blank. */
export function messageIds(value: string): string[] {
  const bounded = value.slice(0, messageLimits.headerBytes);
  const bracketedIds = [...bounded.matchAll(/<([^<>\s]+)>/g)].map(([, id]) => id!);
  const ids =
    bracketedIds.length > 0
      ? bracketedIds
      : bounded.split(/\s+/).filter((word) => word.includes('@'));
  return ids
    .filter((id) => id.length <= messageLimits.messageIdLength)
    .map((id) => cleanLine(id, messageLimits.messageIdLength));
}

/** Reads addresses, including the members of groups. */
function readAddresses(list: ParsedAddress[] | undefined): MailAddress[] {
  const flat = (list ?? [])
    .slice(0, messageLimits.recipients)
    .flatMap((each) => each.group ?? [each]);
  return flat
    .filter(({ address }) => (address ?? '').includes('@'))
    .slice(0, messageLimits.recipients)
    .map(({ name, address }) => ({
      name: cleanLine(name, messageLimits.nameLength),
      address: cleanLine(address ?? '', messageLimits.addressLength).toLowerCase(),
    }));
}

/** Dates with an implausible year are ignored. */
function dateOf(value: string | undefined): Date | null {
  const date = new Date(value ?? '');
  const year = date.getUTCFullYear();
  return year >= 1970 && year < 2200 ? date : null;
}
