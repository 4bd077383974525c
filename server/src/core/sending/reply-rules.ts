import type { AddressFact } from '@outcrop/contract';
import { emailKey } from '@outcrop/contract/identity';
import type { MailboxStatus } from '../mailboxes/mailbox-rows.sql.ts';

/** Why a conversation cannot be replied to. */
export type ReplyRefusal =
  | 'deleted'
  | 'no_address'
  | 'own_address'
  | 'suppressed'
  | AddressFact
  | 'mailbox_removed'
  | 'mailbox_not_connected';

export const replyRefusalSentences: Record<ReplyRefusal, string> = {
  deleted: 'The prospect was deleted.',
  no_address: 'There is no email address to reply to.',
  own_address: 'The address to reply to is one of your own mailboxes.',
  suppressed: 'The person is marked as do not contact.',
  unsubscribed: 'The person unsubscribed.',
  complained: 'The person reported an email as spam.',
  bounced: 'The address does not exist.',
  mailbox_removed: 'The mailbox was removed.',
  mailbox_not_connected: 'The mailbox is not connected. Connect it again in Settings, Mailboxes.',
};

/** The state that decides whether a reply may be sent. A deleted row is undefined. */
export interface ReplyState {
  /** The prospect of the conversation. */
  prospect: { emailKey: string | null; doNotContact: boolean } | undefined;
  /** Key of the address that the reply goes to. */
  recipient: string | null;
  isOwnAddress: boolean;
  /** Whether someone with the address, or the prospect, must not be contacted. */
  isSuppressed: boolean;
  recipientFacts: AddressFact[];
  prospectFacts: AddressFact[];
  mailbox: { status: MailboxStatus; reason: string | null } | undefined;
}

/** Reasons why a mailbox cannot sign in until a user has connected it again. */
const notConnected = ['not_connected', 'auth', 'signed_out'];

export function replyRefusalOf(state: ReplyState): ReplyRefusal | null {
  const { prospect, recipient, mailbox } = state;
  if (!prospect) return 'deleted';
  if (recipient === null) return 'no_address';
  if (state.isOwnAddress) return 'own_address';
  if (prospect.doNotContact || state.isSuppressed) return 'suppressed';
  // A dead address of the prospect does not matter if the answer came from another one.
  const facts = [
    ...state.recipientFacts,
    ...state.prospectFacts.filter((fact) => fact !== 'bounced'),
  ];
  if (facts[0]) return facts[0];
  if (!mailbox || mailbox.status === 'removed') return 'mailbox_removed';
  if (mailbox.status === 'needs_attention' && notConnected.includes(mailbox.reason ?? ''))
    return 'mailbox_not_connected';
  return null;
}

/**
 * The Reply-To address of a received message. It counts only in the sender's domain: in another domain
 * it could send the answer to a stranger.
 */
export function replyToOf(replyTo: { address: string }[], sender: string | null): string | null {
  const [only, ...others] = replyTo;
  const key = only && others.length === 0 ? emailKey(only.address) : null;
  if (key === null || sender === null || key === sender) return null;
  const [a, b] = [domainOf(key), domainOf(sender)];
  return a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`) ? key : null;
}

const domainOf = (key: string): string => key.slice(key.lastIndexOf('@') + 1);

// One prefix, with a count as in "Re[2]:".
const rePrefix =
  /^(?:re|aw|antw|antwort|sv|vs|res|rif|odp|ynt|回复|回覆|答复|返信|답장|отв)\s?(?:\[\d{1,3}\])?\s?[::]\s*/iu;
const maxPrefixes = 20;
const maxSubjectLength = 500;

/** The subject with one "Re: ", in place of the prefixes of other mail programs. */
export function replySubject(subject: string): string {
  let base = subject.slice(0, 2 * maxSubjectLength).replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, ' ');
  base = base.trim();
  for (let removed = 0; removed < maxPrefixes; removed++) {
    const shorter = base.replace(rePrefix, '');
    if (shorter === base) break;
    base = shorter;
  }
  return `Re: ${[...base].slice(0, maxSubjectLength).join('')}`.trim();
}

const maxReferences = 20;
// Ids come from other mail programs. An unusual id would make the header unreadable.
const messageId = /^<[\x21-\x3b\x3d\x3f-\x7e]{1,250}>$/;

export interface ThreadHeaders {
  inReplyTo: string;
  references: string[];
}

/** The headers of a reply, from the ids of the thread, oldest first. The answered message comes last. */
export function threadHeaders(ids: string[], answered: string | null): ThreadHeaders | null {
  const valid = [...new Set(ids)].filter((id) => messageId.test(id));
  const inReplyTo = answered !== null && messageId.test(answered) ? answered : valid.at(-1);
  if (inReplyTo === undefined) return null;
  const others = valid.filter((id) => id !== inReplyTo);
  return { inReplyTo, references: [...others.slice(1 - maxReferences), inReplyTo] };
}

/** The message below a reply. */
export interface QuotedMessage {
  name: string | null;
  address: string;
  text: string;
  at: Date;
  /** The time zone that the date is written in. */
  zone: string;
}

const maxQuotedLength = 20_000;
const maxQuotedLines = 400;

/** A reply with the answered message below it, as mail programs write it. */
export function withQuote(text: string, quoted: QuotedMessage | null): string {
  if (quoted === null || quoted.text.trim() === '') return text;
  const lines = quoted.text.slice(0, maxQuotedLength).replaceAll(/\r\n?/g, '\n').trim().split('\n');
  const isCut = quoted.text.length > maxQuotedLength || lines.length > maxQuotedLines;
  const kept = [...lines.slice(0, maxQuotedLines), ...(isCut ? ['[…]'] : [])];
  const quotes = kept.map((line) => (line.startsWith('>') ? `>${line}` : `> ${line}`.trimEnd()));
  return `${text}\n\n${attribution(quoted)}\n\n${quotes.join('\n')}`;
}

function attribution({ name, address, at, zone }: QuotedMessage): string {
  const day = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    dateStyle: 'medium',
  }).format(at);
  const weekday = new Intl.DateTimeFormat('en-US', { timeZone: zone, weekday: 'short' }).format(at);
  const time = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeStyle: 'short' })
    .format(at)
    .replaceAll(/\s/gu, ' ');
  const oneLine = (name ?? '').replaceAll(/[\p{Cc}\u2028\u2029<>]+/gu, ' ').trim();
  const who = oneLine === '' || oneLine === address ? `<${address}>` : `${oneLine} <${address}>`;
  return `On ${weekday}, ${day} at ${time} ${who} wrote:`;
}
