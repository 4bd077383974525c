import { fold, linkedinKey, readName } from '@outcrop/contract/identity';
import type { Person } from './person.ts';

// These scripts write words without spaces between them, so each character stands as a word.
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/gu;
const inside = /[^\p{L}\p{N}\p{M}]+/u;

/** Folded text in which every word, and every character of an unspaced script, follows a blank. */
const spread = (text: string): string =>
  fold(text).replaceAll(unspaced, ' $& ').replaceAll(/\s+/g, ' ').trim();

/**
 * What a search looks at: a line for each field, so that no word is found across two of them. Every
 * word follows a blank, so that its start can be asked for. The last line repeats the parts of words
 * like jean-luc or ann.li@example.com, whose starts would be hidden.
 */
export function searchDocument(person: Omit<Person, 'id'>): string {
  // A duplicate has no key, and is still found by its slug.
  const key = person.linkedinKey ?? linkedinKey(person.linkedinUrl ?? '');
  const slug = key?.startsWith('in:') ? key.slice(3) : null;
  const lines = [
    readName(person).fullName,
    person.firstName,
    person.lastName,
    person.title,
    person.companyName,
    person.email,
    slug,
    person.locationName,
  ].flatMap((field) => (field === null ? [] : [spread(field)]));
  const parts = lines
    .flatMap((line) => line.split(' '))
    .flatMap((word) => word.split(inside).slice(1))
    .filter(Boolean);
  return [...new Set([...lines, [...new Set(parts)].join(' ')])]
    .filter(Boolean)
    .map((line) => ` ${line}`)
    .join('\n');
}

/** Whether a search may answer otherwise: by other words, or by an identifier that was missing. */
export const isSearchedAnew = (before: Person, after: Person): boolean =>
  searchDocument(before) !== searchDocument(after) ||
  before.email !== after.email ||
  before.linkedinUrl !== after.linkedinUrl;

export interface WordPatterns {
  /** LIKE patterns that the text index can answer. */
  indexed: string[];
  /** Patterns to be tried on each row: without three characters in a row, or whole addresses. */
  rest: string[];
}

/** LIKE patterns for the words of a query; a prospect must match them all. */
export function wordPatterns(query: string): WordPatterns {
  const words = [...new Set(fold(query).split(/\s+/).filter(Boolean))].map(wanted);
  const indexed = words.filter((text) => hasTrigram.test(text)).map(tellingPart);
  const pattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return {
    indexed: indexed.map(pattern),
    rest: words.filter((text) => !indexed.includes(text)).map(pattern),
  };
}

/**
 * The beginning of an e-mail address finds its owner. The index would look up the rest for each
 * candidate too, and half of all addresses end alike: a whole one took three times as long.
 */
function tellingPart(word: string): string {
  const [start = word] = /^.+@.{3}/u.exec(word) ?? [];
  return hasTrigram.test(start) ? start : word;
}

/** A word of one or two characters has no trigram inside it, so it counts at a word's start only. */
function wanted(word: string): string {
  const text = spread(word);
  const atStart = [...text].length < 3 || text.search(unspaced) === 0;
  return atStart ? ` ${text}` : text;
}

/** Letters and digits that the index keeps: three in a row, or fewer beside the edge of a word. */
const hasTrigram = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u;
