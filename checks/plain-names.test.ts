import { expect, test } from 'vitest';
import { findSameFileNames, findUnclearNames } from './plain-names.ts';

const file = 'server/src/sending/example.ts';
const rulesOf = (text: string) => findUnclearNames(file, text).map(({ rule }) => rule);

test.each([
  ['a type of one word', 'export interface Outcome {}', 'single word'],
  ['a function of one word', 'export async function ask() {}', 'single word'],
  ['a tag without a noun', "type Ending = { what: 'sent' } | { what: 'lost' };", 'union tag'],
  ['a clause for a noun', '/** A reply of which it is unknown whether it was sent. */', 'comment'],
  ['a long sentence', `// ${'word '.repeat(36)}`, 'comment'],
])('%s is found', (_, text, rule) => {
  expect(rulesOf(text)).toContain(rule);
});

test('names with their noun, nouns of the domain and short sentences are fine', () => {
  const text = `/** The outcome of an email. */
export interface EmailOutcome {}
export interface Prospect {}
type Ending = { kind: 'sent' } | { kind: 'lost' };`;
  expect(rulesOf(text)).toEqual([]);
});

test('two source files of the server with the same name are found, a test beside its file is not', () => {
  const files = ['server/src/a/rules.ts', 'server/src/b/rules.ts', 'server/src/b/rules.test.ts'];
  expect(findSameFileNames(files)).toMatchObject([
    { text: 'rules.ts in server/src/a, server/src/b' },
  ]);
  expect(findSameFileNames(files.slice(1))).toEqual([]);
});
