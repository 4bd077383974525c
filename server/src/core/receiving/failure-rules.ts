import type { PhrasePatterns } from './phrase-patterns.ts';

/** Codes of RFC 3463 for an address that will never work. */
const addressCodes = /^5\.(?:1\.(?:0|1|2|3|6|10)|2\.1|4\.4)$/;
/** Codes of a full mailbox, a large message and an expired message. They outrank words about the address. */
const otherCodes = /^5\.(?:2\.[2-4]|3\.4|4\.7)$/;

const otherReasonOf = (answer: string, { reasons }: PhrasePatterns) =>
  reasons.find(({ pattern }) => pattern.test(answer))?.reason ?? null;

/** The meaning of a server's answer. */
type AnswerMeaning = 'address' | 'perhaps' | 'other' | 'weak' | 'nothing';

function meaningOf(answer: string, phrases: PhrasePatterns): AnswerMeaning {
  if (otherReasonOf(answer, phrases) !== null) return 'other';
  const found = phrases.unknownUser.exec(answer) ?? phrases.unknownHost.exec(answer);
  if (found) return isGuess(answer, found.index, phrases) ? 'weak' : 'address';
  if (phrases.weakReason.test(answer)) return 'weak';
  return phrases.perhapsUnknown.test(answer) ? 'perhaps' : 'nothing';
}

/** "The address may be unknown": a sentence that only lists possible reasons. */
function isGuess(answer: string, index: number, { guess }: PhrasePatterns): boolean {
  const start = answer.lastIndexOf(' . ', index) + 1;
  const stop = answer.indexOf(' . ', index);
  return guess.test(answer.slice(start, stop < 0 ? answer.length : stop));
}

interface DeliveryFailure {
  /** The status of the notice. */
  status: string | null;
  /** The answer of the server. */
  text: string;
  /** Addresses of the sender. An answer about them is not about the recipient. */
  senders?: readonly string[];
}

/** Whether the address will never work; null if neither the words nor the code say anything. */
export function permanenceOf(
  { status, text, senders }: DeliveryFailure,
  phrases: PhrasePatterns,
): boolean | null {
  const inner = innerAnswer(text);
  const code = codeOf(inner.isInner ? null : status, inner.text);
  if (code?.startsWith('4') || code?.startsWith('2')) return false;
  const replies = replyCodes(inner.text);
  if (code === null && replies.length > 0 && replies.every((reply) => reply.startsWith('4')))
    return false;
  if (isBeforeRecipient(text)) return false;
  const answer = plainAnswer(inner.text, senders);
  const meaning = meaningOf(answer, phrases);
  if (meaning === 'other') return false;
  if (code !== null && otherCodes.test(code)) return false;
  if (meaning === 'address')
    return !(code !== null && /^5\.7\./.test(code) && phrases.weakReason.test(answer));
  if (meaning === 'weak') return false;
  if (code !== null && addressCodes.test(code)) return true;
  if (meaning === 'perhaps')
    return (
      (code === null || !/^5\.[467]\./.test(code)) && replies.some((each) => /^55[013]$/.test(each))
    );
  const isVague = code === null || /^5\.\d\.0$/.test(code);
  return isVague && !inner.isInner ? null : false;
}

/** A reason other than the address in the answer of a server, such as "the mailbox is full". */
export const otherReasonIn = (
  text: string,
  senders: readonly string[],
  phrases: PhrasePatterns,
): string | null => otherReasonOf(plainAnswer(innerAnswer(text).text, senders), phrases);

/** "5.1.0 - Unknown address error 550-'…'": a gateway puts its own words before the server's answer. */
const wrappedAnswerStart = /^\s*5\.\d\.\d{1,2} - [\p{L} ()]{5,60} (?=5\d\d-?['"])/u;

function innerAnswer(text: string): { text: string; isInner: boolean } {
  const start = wrappedAnswerStart.exec(text);
  return start
    ? { text: text.slice(start[0].length, 4_000), isInner: true }
    : { text: text.slice(0, 4_000), isInner: false };
}

const enhancedCodes = /(?<![\d.])([245])\.[0-7]\.\d{1,3}(?!\d|\.\d)/g;
const replyCode = /(?<![\d.:\w@/-])([45][0-5]\d)(?=[ \-:;,'"#]|$)/gm;

const replyCodes = (text: string) => [...text.matchAll(replyCode)].map(([, code]) => code!);

/** The code in the answer is more exact than a status that says nothing, "5.0.0". */
export function codeOf(status: string | null, text: string): string | null {
  const inText = [...text.slice(0, 4_000).matchAll(enhancedCodes)].map(([code]) => code);
  const exact = [...inText, ...(status === null ? [] : [status])].filter(
    (code) => !/^\d\.0\.0$/.test(code),
  );
  if (status !== null && exact.includes(status) && !inText.some((code) => code !== status))
    return status;
  return exact[0] ?? inText[0] ?? status;
}

/** The server had not yet been asked about the recipient. */
const beforeRecipient =
  /(?:after|in reply to|in response to|reply to|following)(?: the| pipelined| sending)? (?:mail from|helo|ehlo|initial connection|connect|starttls|auth)\b/i;

const maxAnswer = 4_000;
const emailPattern =
  /[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62}\.){0,8}[\p{L}\p{N}-]{0,62}/gu;
const hostPattern =
  /(?<![\w.-])(?!(?:resolver|storedrv|transport|routing|queue|smtpsend|agent|owner)\.)(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}(?![\w.-])/g;
const urlPattern = /\b(?:https?:\/\/|www\.)[^\s<>"']{1,500}/g;
const listNames =
  /spamhaus|spamcop|sorbs|barracudacentral|uceprotect|abuseat|dnsbl|\brbl\b|blacklist|mailspike|surbl/;

/**
 * The words of a server's answer, in lower case and without punctuation. Addresses become "@", hosts
 * "#", and those of the sender "sender". Otherwise the words in a name could be read as a reason.
 */
function plainAnswer(text: string, senders: readonly string[] = []): string {
  const lower = text
    .slice(0, maxAnswer)
    .toLowerCase()
    .replaceAll(/[’‘`´]/g, "'");
  return lower
    .replaceAll(/\((?:in reply to [^()\n]{1,60}|delivery attempts: \d{1,5})\)/g, ' ')
    .replaceAll(/(?<![\w-])[a-z_-]{2,20}=[^\s,;)]{1,200}/g, ' ')
    .replaceAll(urlPattern, (url) => (listNames.test(url) ? ' blocklist ' : ' '))
    .replaceAll(emailPattern, (address) => (isSenderName(address, senders) ? ' sender ' : ' @ '))
    .replaceAll(/<[^<>\s@[\]]{1,64}>/g, ' @ ')
    .replaceAll(hostPattern, (host) =>
      listNames.test(host) ? ' blocklist ' : isSenderName(host, senders) ? ' sender ' : ' # ',
    )
    .replaceAll(
      /\breturn(?:ed|ing)?(?: (?:the|your|this))?(?: mail| message)? to (?:the )?(?:sender|originator)\b/g,
      ' ',
    )
    .replaceAll(/[.]{2,}|[<>"()[\]{}|*=_“”„«»]/g, ' ')
    .replaceAll(/([.;!?])(?=\s|$)/g, ' . ')
    .replaceAll(/[:,]/g, (mark) => (mark === ':' ? ' : ' : ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const isSenderName = (address: string, senders: readonly string[]) =>
  senders.some((sender) => sender !== '' && address.replace(/[.]+$/, '') === sender);

export const isBeforeRecipient = (text: string): boolean =>
  beforeRecipient.test(text.slice(0, maxAnswer).replaceAll(/\s+/g, ' '));

const answerStart =
  /(?:^|[\s>:;([{"'#=,-])(?:[45]\d\d(?=[\s\-:;,.\])}#]|$)|#?[45]\.[0-7]\.\d{1,3}(?!\d|\.\d))/;
/** A line that does not continue the answer before it. */
const otherLine = /^\s*(?:>>>|-->|---|===|\*\*\*|\w[\w-]{2,30}:\s|$)/;
const maxAnswers = 10;

/** Answers of servers in a notice: each from its code to the end of its paragraph. */
export function answersIn(notice: string): string {
  const lines = notice.slice(0, 16_384).split('\n', 500);
  const found: string[] = [];
  for (let at = 0; at < lines.length && found.length < maxAnswers; at++) {
    const start = answerStart.exec(lines[at]!.slice(0, 2_000));
    if (!start) continue;
    const answer = [lines[at]!.slice(start.index, 2_000)];
    while (answer.length < 6 && at + 1 < lines.length && !otherLine.test(lines[at + 1]!))
      answer.push(lines[++at]!.slice(0, 500).trim());
    found.push(answer.join(' '));
  }
  return found.join(' . ').slice(0, maxAnswer);
}
