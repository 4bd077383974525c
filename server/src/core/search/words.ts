import { fold, linkedinKey, readName } from '@outcrop/contract/identity';
import type { ProspectFields } from './field-rules.ts';

// These scripts do not put spaces between words, so each character is treated as a word.
const unspacedScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/gu;
const nonWordCharacters = /[^\p{L}\p{N}\p{M}]+/u;

/** Folds text and puts a space before every word and every character of an unspaced script. */
const separateWords = (text: string): string =>
  fold(text).replaceAll(unspacedScripts, ' $& ').replaceAll(/\s+/g, ' ').trim();

/**
 * The text that a search runs on: one line per field, so that no match spans two fields. A space
 * precedes every word, so that patterns can match word starts. The last line repeats the parts of
 * words such as jean-luc or ann.li@example.com.
 */
export function searchDocument(prospect: Omit<ProspectFields, 'id'>): string {
  // A duplicate has no key but must still be found by its slug.
  const key = prospect.linkedinKey ?? linkedinKey(prospect.linkedinUrl ?? '');
  const slug = key?.startsWith('in:') ? key.slice(3) : null;
  const lines = [
    readName(prospect).fullName,
    prospect.firstName,
    prospect.lastName,
    prospect.title,
    prospect.companyName,
    prospect.email,
    slug,
    prospect.locationName,
  ].flatMap((field) => (field === null ? [] : [separateWords(field)]));
  const parts = lines
    .flatMap((line) => line.split(' '))
    .flatMap((word) => word.split(nonWordCharacters).slice(1))
    .filter(Boolean);
  return [...new Set([...lines, [...new Set(parts)].join(' ')])]
    .filter(Boolean)
    .map((line) => ` ${line}`)
    .join('\n');
}

/** Whether the search row must be rewritten. */
export const needsReindex = (before: ProspectFields, after: ProspectFields): boolean =>
  searchDocument(before) !== searchDocument(after) ||
  before.email !== after.email ||
  before.linkedinUrl !== after.linkedinUrl;

export interface WordPatterns {
  /** LIKE patterns that the text index can answer. */
  indexed: string[];
  /** Patterns checked on each row: too short for a trigram, or whole addresses. */
  rest: string[];
}

/** LIKE patterns for the words of a query; a prospect must match them all. */
export function wordPatterns(query: string): WordPatterns {
  const words = [...new Set(fold(query).split(/\s+/).filter(Boolean))].map(searchTerm);
  const indexed = words.filter((text) => hasTrigram.test(text)).map(selectivePart);
  const pattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return {
    indexed: indexed.map(pattern),
    rest: words.filter((text) => !indexed.includes(text)).map(pattern),
  };
}

/**
 * For an email address only the beginning is looked up in the index: half of all addresses end
 * alike, and looking up the whole address took three times as long.
 */
function selectivePart(word: string): string {
  const [start = word] = /^.+@.{3}/u.exec(word) ?? [];
  return hasTrigram.test(start) ? start : word;
}

/** A word of one or two characters contains no trigram, so it matches at the start of a word only. */
function searchTerm(word: string): string {
  const text = separateWords(word);
  const atStart = [...text].length < 3 || text.search(unspacedScripts) === 0;
  return atStart ? ` ${text}` : text;
}

/** What the index stores: three letters or digits in a row, or fewer at a word boundary. */
const hasTrigram = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u;
