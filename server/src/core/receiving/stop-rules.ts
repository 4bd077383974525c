import { normalForm } from '@outcrop/contract/identity';
import type { PhrasePatterns } from './phrase-patterns.ts';

/** A longer text has more than a request. */
const maxLength = 240;
const maxSentences = 8;

const maxNames = 4;
/** The text that mail programs put into an unsubscribe email. */
const programRequest =
  /^(?:apple mail sent this e-?mail to unsubscribe from the message\b.{0,200}|this (?:message|e-?mail) was (?:automatically )?(?:generated|sent)(?: automatically)? by [\w .]{2,30}|list-unsubscribe(?: request)?|(?:this is an? )?(?:automated |automatic )?unsubscribe request)\W*$/iu;
/** Whether the subject is a request, and the text is one that mail programs add to such a subject. */
export const isProgramRequest = (subject: string, text: string, phrases: PhrasePatterns): boolean =>
  programRequest.test(text.slice(0, maxLength).trim()) && isStopRequest(subject, null, phrases);

interface MessageSender {
  name: string;
  address: string;
}

/**
 * Whether a text is only a request to get no more emails. It may also have a greeting, thanks, "not
 * interested" and the name of the sender.
 */
export function isStopRequest(
  text: string,
  from: MessageSender | null,
  phrases: PhrasePatterns,
): boolean {
  if (text.length > maxLength) return false;
  const sentences = sentencesOf(text);
  if (sentences.length > maxSentences) return false;
  const names = namesOf(from);
  let hasRequest = false;
  let hasClosed = false;
  for (const [index, sentence] of sentences.entries()) {
    const plain = plainText(sentence);
    const rest = withoutPoliteness(plain, phrases);
    if (isAnyRequest(sentence, phrases, names)) hasRequest = true;
    else if (phrases.closing.test(plain)) hasClosed = true;
    else if (rest === '') hasClosed ||= hasRequest;
    else if (
      !(phrases.beside.test(plain) || phrases.beside.test(rest)) &&
      !(index === 0 && isGreeting(sentence, phrases)) &&
      !(hasRequest && isName(sentence, names, hasClosed))
    )
      return false;
  }
  return hasRequest;
}

/** Whether a sentence, or a clause of one, is a request. */
function isAnyRequest(
  sentence: string,
  phrases: PhrasePatterns,
  names = new Set<string>(),
): boolean {
  const plain = plainText(sentence);
  return (
    isRequest(plain, phrases) ||
    isRequest(withoutPoliteness(plain, phrases), phrases) ||
    isRequest(withoutNames(sentence, names, phrases), phrases) ||
    isJoinedRequest(plain, phrases)
  );
}

/** "Not interested", thanks, or nothing. */
function isCourtesyOnly(clause: string, phrases: PhrasePatterns): boolean {
  const { beside, join } = phrases;
  const rest = withoutPoliteness(plainText(clause), phrases);
  return rest === '' || rest.split(join).every((part) => beside.test(part)) || beside.test(rest);
}

const isRequest = (text: string, { request }: PhrasePatterns) => text !== '' && request.test(text);
/** "Delete my data and do not write again": one clause is a request, the others are requests or courtesy. */
function isJoinedRequest(text: string, phrases: PhrasePatterns): boolean {
  const clauses = text.split(phrases.join).map((clause) => withoutPoliteness(clause, phrases));
  return (
    clauses.length > 1 &&
    clauses.length <= maxClauses &&
    clauses.some((clause) => isRequest(clause, phrases)) &&
    clauses.every(
      (clause) => clause === '' || isRequest(clause, phrases) || phrases.beside.test(clause),
    )
  );
}
const maxClauses = 4;
const withoutPoliteness = (text: string, { polite }: PhrasePatterns) =>
  plainText(text.replaceAll(polite, ' '));
const wordsOf = (text: string) => text.trim().split(/\s+/);
const isCapitalized = (word: string) => /^[\p{Lu}\p{Lo}]/u.test(word);

/** Removes names from a sentence without punctuation, such as "Hi Ann please stop Tom". */
function withoutNames(sentence: string, names: Set<string>, phrases: PhrasePatterns): string {
  const words = wordsOf(sentence);
  if (names.has(plainText(words.at(-1)!))) words.pop();
  const start = phrases.greeting.exec(plainText(words.join(' ')));
  if (start) words.splice(0, wordsOf(start[0]).length + (isCapitalized(words[1] ?? '') ? 1 : 0));
  return withoutPoliteness(words.join(' ').toLowerCase(), phrases);
}

function isGreeting(sentence: string, { greeting }: PhrasePatterns): boolean {
  const start = greeting.exec(plainText(sentence));
  if (!start) return false;
  const rest = wordsOf(sentence).slice(wordsOf(start[0]).length);
  return rest.length <= maxNames && rest.every(isCapitalized);
}

/** The sender's own name, or capitalized words after thanks or regards. */
function isName(sentence: string, names: Set<string>, hasClosed: boolean): boolean {
  const words = wordsOf(sentence);
  return (
    words.every((word) => names.has(plainText(word))) ||
    (hasClosed && words.length <= maxNames && words.every(isCapitalized))
  );
}

const namesOf = (from: MessageSender | null): Set<string> =>
  new Set(
    plainText(`${from?.name ?? ''} ${from?.address.split('@')[0] ?? ''}`)
      .split(/[\s._+-]+/)
      .filter((word) => word !== ''),
  );

/** The clauses of a text, between punctuation marks. */
function sentencesOf(text: string): string[] {
  return normalForm(text, 'NFKC')
    .replaceAll(/[’‘`´]/g, "'")
    .replaceAll(/(?<![\p{L}])(\p{L})\.(\p{L})\.(\p{L})\.?(?![\p{L}])/gu, '$1$2$3')
    .split(/[.!?;,:\n()"“”„«»…。、！？，|]+|\s[-–—]+\s/u)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

const plainText = (text: string): string =>
  text
    .toLowerCase()
    // Of a Turkish capital I.
    .replaceAll('\u0307', '')
    .replaceAll(/[^\p{L}\p{M}\p{N}' -]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** A longer text is about more than the request. */
const maxTextLength = 1_500;
const maxTextSentences = 40;
const maxClause = 240;
const maxQuotes = 20;

/** Quoted words, which are those of someone else. */
const quotation = /["“”„«‹][^"“”„«»‹›]{1,300}["“”»›]/gu;
const address = /[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,120}/g;
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

/**
 * The sentence of a longer text that asks for no more emails, or null. It must name the list or say
 * that emails should end. The text must have no question, no other email address and no words that
 * revoke the request.
 */
export function plainRequestIn(
  text: string,
  from: { address: string } | null,
  phrases: PhrasePatterns,
): string | null {
  if (text.length > maxTextLength || (text.match(/["“”„«»]/gu)?.length ?? 0) > maxQuotes)
    return null;
  const own = text.replaceAll(quotation, ' … ');
  const others = (own.match(address) ?? []).filter(
    (each) => each.toLowerCase() !== from?.address.toLowerCase(),
  );
  const plain = plainText(own);
  if (others.length > 0 || phrases.interest.test(plain) || phrases.replacement.test(plain))
    return null;
  let request: string | null = null;
  let sentences = 0;
  for (const sentence of own.split(/(?<=[.!?。！？\n])/u)) {
    const clauses = sentencesOf(sentence).flatMap((clause) => {
      const [before = '', ...parts] = clause.split(phrases.please);
      return isCourtesyOnly(before, phrases) ? parts : [clause];
    });
    sentences += clauses.length;
    if (sentences > maxTextSentences) return null;
    const at = clauses.findIndex((clause) => isPlainRequest(clause, phrases));
    const isOfData = phrases.dataRequest.test(plainText(sentence));
    const isRequested = at >= 0 || isOfData;
    // A question shows interest, unless it is the request: "Would you mind taking me off your list?"
    if (!isRequested && /[?？]\s*$/u.test(sentence)) return null;
    const after = request === null ? clauses.slice(at + 1) : clauses;
    if (
      (request !== null || at >= 0) &&
      after.some((clause) => phrases.contrast.test(plainText(clause)))
    )
      return null;
    if (isRequested) request ??= isOfData && at < 0 ? sentence.trim() : clauses[at]!.trim();
  }
  return request;
}

function isPlainRequest(clause: string, phrases: PhrasePatterns): boolean {
  if (clause.length > maxClause) return false;
  const plain = plainText(clause);
  const isLong = unspaced.test(plain) ? plain.length >= 6 : plain.split(' ').length >= 3;
  return isLong && phrases.endsMail.test(plain) && isAnyRequest(clause, phrases);
}
