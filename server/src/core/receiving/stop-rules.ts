import { normalForm } from '@outcrop/contract/identity';
import type { StopWords } from './stop-language.ts';
import { stopWords } from './stop-word-rules.ts';

/** Longer texts say more than a request. */
const maxLength = 240;
const maxSentences = 8;

const any = (rows: readonly string[]) => `(?:${rows.join('|')})`;

/** A slot may contain others; "{me}" in Dutch is not "{me}" in English. */
function filled(text: string, slots: StopWords['slots'], depth = 0): string {
  return text.replaceAll(/\{([a-z]+)\}/g, (_, name: string) =>
    depth > 3 ? '' : filled(any(slots[name]!), slots, depth + 1),
  );
}

const rowsOf = (pick: 'requests' | 'besides' | 'polite' | 'greetings' | 'closings') =>
  stopWords.flatMap(({ slots, [pick]: rows }) => rows.map((row) => filled(row, slots)));
const whole = (rows: string[]) => new RegExp(`^${any(rows)}$`, 'u');
/** So that "thanks" does not leave the rest of "thanks a lot". */
const byLength = (rows: string[]) => rows.toSorted((a, b) => b.length - a.length);
const request = whole(rowsOf('requests'));
const beside = whole(rowsOf('besides'));
const polite = new RegExp(
  String.raw`(?<![\p{L}\p{N}'-])${any(byLength(rowsOf('polite')))}(?![\p{L}\p{N}'-])`,
  'gu',
);
const greeting = new RegExp(String.raw`^${any(rowsOf('greetings'))}(?![\p{L}'-])`, 'u');
const closing = whole(rowsOf('closings'));
const maxNames = 4;
/** Between a greeting and a name, or instead of one. */
const titles =
  /^(?:there|all|team|mr|mrs|ms|sir|madam|or|and|herr|frau|damen|und|herren|madame|monsieur|señora?|sra?|signora?|sig|dr)$/;

/** What mail programs write into the email by which they ask for no more of a list. */
const programRequest =
  /^(?:apple mail sent this e-?mail to unsubscribe from the message\b.{0,200}|this (?:message|e-?mail) was (?:automatically )?(?:generated|sent)(?: automatically)? by [\w .]{2,30}|list-unsubscribe(?: request)?|(?:this is an? )?(?:automated |automatic )?unsubscribe request)\W*$/iu;
/** A subject that is a request, above a text that says nothing else. */
export const isProgramRequest = (subject: string, text: string): boolean =>
  programRequest.test(text.slice(0, maxLength).trim()) && isStopRequest(subject, null);

interface Sender {
  name: string;
  address: string;
}

/**
 * Whether a text is nothing but a request to get no more emails: one or more sentences that are one,
 * perhaps with a greeting, thanks, "not interested" and the name of the sender.
 */
export function isStopRequest(text: string, from: Sender | null): boolean {
  if (text.length > maxLength) return false;
  const sentences = sentencesOf(text);
  if (sentences.length > maxSentences) return false;
  const names = namesOf(from);
  let hasRequest = false;
  let hasClosed = false;
  for (const [index, sentence] of sentences.entries()) {
    const plain = plainText(sentence);
    const rest = withoutPoliteness(plain);
    if (isAnyRequest(sentence, names)) hasRequest = true;
    else if (closing.test(plain)) hasClosed = true;
    else if (rest === '') hasClosed ||= hasRequest;
    else if (
      !(beside.test(plain) || beside.test(rest)) &&
      !(index === 0 && isGreeting(sentence)) &&
      !(hasRequest && isName(sentence, names, hasClosed))
    )
      return false;
  }
  return hasRequest;
}

/** Whether a sentence, or a clause of one, is a request. */
export function isAnyRequest(sentence: string, names = new Set<string>()): boolean {
  const plain = plainText(sentence);
  return (
    isRequest(plain) ||
    isRequest(withoutPoliteness(plain)) ||
    isRequest(withoutNames(sentence, names)) ||
    isJoinedRequest(plain)
  );
}

/** "Not interested", thanks, or nothing. */
export function isBeside(clause: string): boolean {
  const rest = withoutPoliteness(plainText(clause));
  return rest === '' || rest.split(joining).every((part) => beside.test(part)) || beside.test(rest);
}

const isRequest = (text: string) => text !== '' && request.test(text);
/** "Delete my data and do not write again": each clause is a request or stands beside one, and one is. */
function isJoinedRequest(text: string): boolean {
  const clauses = text.split(joining).map(withoutPoliteness);
  return (
    clauses.length > 1 &&
    clauses.length <= maxClauses &&
    clauses.some(isRequest) &&
    clauses.every((clause) => clause === '' || isRequest(clause) || beside.test(clause))
  );
}
const joining =
  / (?:and|or|und|oder|sowie|et|ou|y|e|o|en|of|i|oraz|och|og|ja|a|ve|и|або|та|și|και|dan|va|và) /u;
const maxClauses = 4;
const withoutPoliteness = (text: string) => plainText(text.replaceAll(polite, ' '));
const wordsOf = (text: string) => text.trim().split(/\s+/);
const isCapitalized = (word: string) => /^[\p{Lu}\p{Lo}]/u.test(word);

/** "Hi Ann", without a mark behind it. Requests of people who write without marks: "Hi Ann please stop Tom". */
function withoutNames(sentence: string, names: Set<string>): string {
  const words = wordsOf(sentence);
  if (names.has(plainText(words.at(-1)!))) words.pop();
  const start = greeting.exec(plainText(words.join(' ')));
  if (start) words.splice(0, wordsOf(start[0]).length + (isCapitalized(words[1] ?? '') ? 1 : 0));
  return withoutPoliteness(words.join(' ').toLowerCase());
}

function isGreeting(sentence: string): boolean {
  const start = greeting.exec(plainText(sentence));
  if (!start) return false;
  const rest = wordsOf(sentence).slice(wordsOf(start[0]).length);
  return (
    rest.length <= maxNames &&
    rest.every((word) => isCapitalized(word) || titles.test(plainText(word)))
  );
}

/** The sender's own name, or words that all begin as names do, below thanks or regards. */
function isName(sentence: string, names: Set<string>, hasClosed: boolean): boolean {
  const words = wordsOf(sentence);
  return (
    words.every((word) => names.has(plainText(word))) ||
    (hasClosed && words.length <= maxNames && words.every(isCapitalized))
  );
}

const namesOf = (from: Sender | null): Set<string> =>
  new Set(
    plainText(`${from?.name ?? ''} ${from?.address.split('@')[0] ?? ''}`)
      .split(/[\s._+-]+/)
      .filter((word) => word !== ''),
  );

/** Its sentences, and their clauses where a comma or other mark parts them. */
export function sentencesOf(text: string): string[] {
  return normalForm(text, 'NFKC')
    .replaceAll(/[’‘`´]/g, "'")
    .replaceAll(/(?<![\p{L}])(\p{L})\.(\p{L})\.(\p{L})\.?(?![\p{L}])/gu, '$1$2$3')
    .split(/[.!?;,:\n()"“”„«»…。、！？，|]+|\s[-–—]+\s/u)
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

export const plainText = (text: string): string =>
  text
    .toLowerCase()
    // Of a Turkish capital I.
    .replaceAll('\u0307', '')
    .replaceAll(/[^\p{L}\p{M}\p{N}' -]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

// Patterns of this size take a tenth of a second to compile, at the first uses and once more for other
// scripts. That is done when a process starts, not while it serves mailboxes.
for (const text of ['hello bob', 'hello bob', 'не', 'не']) isStopRequest(text, null);
