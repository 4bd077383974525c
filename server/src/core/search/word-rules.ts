import { type Stage, stages } from '@outcrop/contract';
import { foldText, linkedinKey, readName } from '@outcrop/contract/identity';
import type { ProspectFields } from './field-rules.ts';

// These scripts do not put spaces between words, so each character is treated as a word.
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/gu;
const afterPunctuation = /(?<=[^\p{L}\p{N}\p{M}\s])(?=[\p{L}\p{N}\p{M}])/gu;

/** Folds text and puts a space before every word: jean-luc becomes jean- luc, and 李伟 becomes 李 伟. */
const separateWords = (text: string): string =>
  foldText(text)
    .replaceAll(unspaced, ' $& ')
    .replaceAll(afterPunctuation, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();

// Limits of one prospect in the index. Hostile or careless text has thousands of words.
const maxWords = 60;
const maxWordLength = 60;

/**
 * The text that a search runs on: one line per field, so that no match spans two fields, and a space
 * before every word, so that a word starts where a space is. It ends with the sixtieth distinct word.
 */
export function searchText(prospect: Omit<ProspectFields, 'id'>): string {
  // A duplicate has no key but must still be found by its slug.
  const key = prospect.linkedinKey ?? linkedinKey(prospect.linkedinUrl ?? '');
  const lines = [
    readName(prospect).fullName,
    prospect.firstName,
    prospect.lastName,
    prospect.email,
    prospect.companyName,
    key?.startsWith('in:') ? key.slice(3) : null,
    prospect.title,
    prospect.locationName,
    prospect.website && hostOf(prospect.website),
  ].flatMap((field) => (field === null ? [] : [separateWords(field)]));
  const text = [...new Set(lines)]
    .filter(Boolean)
    .map((line) => ` ${line}`)
    .join('\n');
  const [, end] = scanWords(text);
  return text.slice(0, end);
}

const maxSubjectWords = 20;
const maxOwnWords = 40;
/** Enough for the words, so that long texts are not folded as a whole. */
const maxOwnLength = 4_000;

/** The indexed words of a message: of its subject and, if it was received, of the sender's own text. */
export const messageWords = (subject: string | null, ownWords = ''): string[] => [
  ...new Set([...firstWords(subject ?? '', maxSubjectWords), ...firstWords(ownWords, maxOwnWords)]),
];

const firstWords = (text: string, count: number): string[] => {
  const separated = separateWords(text.slice(0, maxOwnLength).toWellFormed());
  return indexedWords(` ${separated}`).slice(0, count);
};

const hostOf = (website: string): string => {
  const [, host = ''] = /^(?:[a-z]{1,10}:\/\/)?(?:www\.)?([^/?#\s]{1,300})/i.exec(website) ?? [];
  return host;
};

/** The words of a search text, as they are indexed. */
export const indexedWords = (text: string): string[] => [...scanWords(text)[0]];

const wordSegment = / ([\p{L}\p{N}\p{M}]*)([^ \n]*)/gu;

/**
 * The distinct words of a text, and where the text ends if it has too many. A character of an unspaced
 * script is stored with the one after it, so that two of them are found together and one by its start.
 */
function scanWords(text: string): [Set<string>, end: number] {
  const words = new Set<string>();
  for (const { 0: whole, 1: found = '', 2: after, index } of text.matchAll(wordSegment)) {
    if (found === '') continue;
    const end = index + whole.length;
    const word = after === '' ? found + unspacedPair(found, text.slice(end, end + 3)) : found;
    words.add(truncated(word));
    if (words.size > maxWords) {
      words.delete(truncated(word));
      return [words, index];
    }
  }
  return [words, text.length];
}

/** The next character, if it and the one before are of an unspaced script. */
const unspacedPair = (character: string, rest: string): string => {
  const next = / (.)/u.exec(rest)?.[1];
  return next !== undefined && isUnspaced(character) && isUnspaced(next) ? next : '';
};
const isUnspaced = (text: string): boolean => text.replace(unspaced, '') === '';

const truncated = (word: string): string =>
  word.length <= maxWordLength ? word : [...word].slice(0, maxWordLength).join('');

/** A range of indexed words: from this one, and below that one. */
export interface WordRange {
  from: string;
  below: string;
}

/** One word of a query. A prospect matches if its search text contains `text`. */
export interface QueryWord {
  /** With the space before it, so that it matches only at the start of a word. */
  text: string;
  /** Ranges of the index that each contain a word of every match. Empty for `++`. */
  ranges: WordRange[];
  /** Whether the words of the range are exactly the matches. Otherwise the text is checked too. */
  isExact: boolean;
}

// No word contains the lowest character, and no word sorts above the highest.
const [lowestCharacter, highestCharacter] = ['\u0001', '\u{10ffff}'];

/** The words of a query. A prospect must match them all. */
export const queryWords = (query: string): QueryWord[] =>
  [...new Set(foldText(query).split(' ').filter(Boolean))].map((word) => {
    const text = ` ${separateWords(word)}`;
    const found = [...scanWords(text)[0]];
    // Only the last word can be incomplete, unless a sign ends it.
    const isOpen = /[\p{L}\p{N}\p{M}]$/u.test(text);
    const ranges = found.map((each, index) => ({
      from: each,
      below: each + (isOpen && index === found.length - 1 ? highestCharacter : lowestCharacter),
    }));
    return { text, ranges, isExact: ranges.length === 1 && isOpen && found[0] === text.trim() };
  });

/** Whether every word of a query begins a word of the text. */
export function hasWords(text: string, words: QueryWord[]): boolean {
  const separated = ` ${separateWords(text)}`;
  return words.every((word) => separated.includes(word.text));
}

/** Columns of a prospect that a search reads and that depend on its fields. */
export interface SearchColumns {
  search_text: string;
  sort_name: string;
  company_key: string;
}

/** Sorts behind every name and company. */
const missingKey = '\u{10ffff}';
// An index entry holds at most 2,704 bytes.
const maxKeyLength = 200;

/** Folded for sorting and comparing. */
export const textKey = (text: string): string =>
  foldText(text).slice(0, maxKeyLength).toWellFormed();

export const searchColumns = (prospect: Omit<ProspectFields, 'id'>): SearchColumns => {
  const name = readName(prospect).fullName ?? prospect.email;
  return {
    search_text: searchText(prospect),
    sort_name: name === null ? missingKey : textKey(name),
    company_key: prospect.companyName === null ? missingKey : textKey(prospect.companyName),
  };
};

/** Stored with the stage, because row policies allow an index on a number but not on an enum. */
export const stagePosition = (stage: Stage): number => stages.indexOf(stage) + 1;
