import { expect, test } from 'vitest';
import { findRetiredWords, retiredWords } from './retired-words.ts';

test.each([
  ['server/src/core/events/emit.ts', 'const one: Happening = next();', 'NewEvent'],
  ['server/src/job-registrations.ts', 'const waysOf = 1;', 'a plain noun'],
  ['server/src/job-registrations.ts', 'interface Ways {}', 'JobTransactions'],
  ['server/src/actor.ts', 'const actor: Cause = {};', 'ActorContext'],
  ['server/src/site.ts', 'const longestWait = 1;', 'max…'],
  ['server/src/site.ts', 'const atOnce = 1;', 'batchSize'],
  ['server/src/site.ts', '// Whoever calls is not let in.', 'the caller'],
  ['server/schema/webhooks.sql', '-- the attendant of a webhook', 'lease'],
  ['docs/operations.md', 'The chores run every hour.', 'maintenance'],
  ['docs/api.md', 'Send an E-mail.', 'email'],
  ['console/src/pages/inbox.tsx', '<button>Go on</button>', 'Continue'],
  ['console/src/pages/inbox.tsx', 'Nobody has answered yet.', 'no one'],
  ['contract/openapi.json', '"description": "The work is under way."', 'in progress'],
  ['docs/contributing.md', 'See stage-words.ts.', '-labels.ts'],
  ['ops/run.sh', 'node checks/arrows.ts', 'import-boundaries'],
])('in %s, %j is found', (file, line, use) => {
  const found = findRetiredWords(file, `first line\n${line}\n`);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(new RegExp(`^${file}:2: ".+" is retired\\. Use: `));
  expect(found[0]).toContain(use);
});

test.each([
  [
    'server/src/core/events/emit.ts',
    'What is happening in a large crowd, and which ways lead there?',
  ],
  ['server/src/error.ts', 'throw new Error(text, { cause: error });'],
  ['server/src/limits.ts', 'The longest text and the most bytes, all at once.'],
  ['server/src/limits.ts', '// nobody and under way: comments in code may say so'],
  ['docs/operations.md', 'Standing orders are explained. Ways to sign in.'],
  ['console/src/pages/inbox.tsx', 'Scrolling goes on until the end.'],
  ['package.json', '"check": "node checks/retired-words.ts"'],
  ['docs/glossary.md', 'Whoever is told of chores.'],
])('in %s, %j is accepted', (file, text) => {
  expect(findRetiredWords(file, text)).toEqual([]);
});

test('names that are stored or part of an import keep their spelling', () => {
  expect(findRetiredWords('docs/requirements.md', 'See `jobs.chores`.')).toEqual([]);
  expect(findRetiredWords('server/src/imports/read-csv.ts', "['E-mail', 'Mail']")).toEqual([]);
});

test('every retired word says what to use instead', () => {
  for (const { find, use } of retiredWords) {
    expect(use, String(find)).not.toBe('');
    expect(find.global, String(find)).toBe(false);
  }
});
