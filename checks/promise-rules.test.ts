import { describe, expect, test } from 'vitest';
import { findPromiseProblems, type ListedTest, requirementIdsIn } from './promise-rules.ts';

/** A test file with one test per name and its body. */
function file(bodies: Record<string, string>) {
  const tests: ListedTest[] = Object.keys(bodies).map((name, at) => ({
    name,
    file: 'some.test.ts',
    location: { line: 2 * at + 1 },
  }));
  const text = Object.values(bodies).flatMap((body) => ['test(…', body]);
  return { tests, read: () => text.join('\n') };
}

const problems = (bodies: Record<string, string>, promises: Record<string, string>) => {
  const { tests, read } = file(bodies);
  const listed = Object.entries(promises).map(([id, statement]) => ({ id, statement }));
  return findPromiseProblems(tests, listed, read);
};

const works = (...ids: string[]) => ids.map((id) => ({ id, statement: 'It works.' }));

test('ids are read from a test and its suites, including placeholders', () => {
  expect(
    requirementIdsIn('a suite [a.one] > a test with [brackets] inside [a.one b.two-%s]'),
  ).toEqual(['a.one', 'b.two-%s']);
  expect(requirementIdsIn(`a test [bulk.\${put.replaceAll("_", "-")} bulk.$take]`)).toEqual([
    'bulk.%s',
  ]);
});

test('every requirement needs a test, and every named requirement must exist', () => {
  const { tests, read } = file({ 'one [a.b]': '', 'two [a.c]': '' });
  expect(findPromiseProblems(tests, works('a.b', 'a.c'), read)).toEqual([]);
  expect(findPromiseProblems(tests, works('a.b', 'a.d'), read)).toEqual([
    'some.test.ts:3 names a.c, which is not a requirement',
    'a.d has no test: It works.',
  ]);
  expect(findPromiseProblems(tests, works('a.b', 'a.c', 'a.b'), read)).toEqual([
    'a.b is listed twice in the requirements',
  ]);
});

test('a placeholder stands for the values in its file', () => {
  const { tests, read } = file({ 'a %s [a.%s]': "['remove_tag', 1]" });
  expect(findPromiseProblems(tests, works('a.remove-tag'), read)).toEqual([]);
  expect(findPromiseProblems(tests, works('a.remove-tag', 'a.remove'), read)).toEqual([
    'a.remove has no test: It works.',
  ]);
});

test('a test may cover three requirements, but not four', () => {
  const three = file({ 'three [a.b a.c a.d]': '' });
  expect(findPromiseProblems(three.tests, works('a.b', 'a.c', 'a.d'), three.read)).toEqual([]);
  const four = file({ 'suite [a.b] > four [a.c a.d a.e]': '' });
  expect(findPromiseProblems(four.tests, works('a.b', 'a.c', 'a.d', 'a.e'), four.read)).toEqual([
    expect.stringMatching(/^some\.test\.ts:1 covers 4 requirements/),
  ]);
});

describe('a requirement that covers every case of a kind', () => {
  const promises = { 'a.all': 'Every answer has a header.' };

  test.each([
    'for (const endpoint of endpoints) check(endpoint);',
    'await fc.assert(property);',
    'await Promise.all(endpoints.map(check));',
  ])('is covered by a test over several cases: %s', (body) => {
    expect(problems({ 'all of them [a.all]': body }, promises)).toEqual([]);
  });

  test('is covered by a parametrized test', () => {
    expect(problems({ 'a %s has it [a.all]': '' }, promises)).toEqual([]);
    expect(problems({ 'a %s has it [a.%s]': "['all']" }, promises)).toEqual([]);
  });

  test('is covered by a test for each row of a table that contains its id', () => {
    expect(problems({ 'a %s [%s]': "['GET', 'a.all']" }, promises)).toEqual([]);
    expect(problems({ 'a %s [%s]': "['GET', 'a.other']" }, promises)).toContain(
      'a.all has no test: Every answer has a header.',
    );
  });

  test('is not covered by one case, nor by the loop of another test', () => {
    const bodies = {
      'one of them [a.all]': 'check(first);',
      others: 'for (const a of b) check(a);',
    };
    expect(problems(bodies, promises)).toEqual([expect.stringMatching(/^a\.all is about all/)]);
  });

  test('is distinguished from a requirement about a single thing', () => {
    const says = 'It works in any order.';
    expect(problems({ 'one [a.b]': 'check();' }, { 'a.b': says })).toEqual([]);
  });
});
