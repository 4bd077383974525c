import { describe, expect, test } from 'vitest';
import { complaintsAbout, idsIn, type ListedTest } from './promise-rules.ts';

/** A file of tests, one for each name, with the text of its body. */
function file(bodies: Record<string, string>) {
  const tests: ListedTest[] = Object.keys(bodies).map((name, at) => ({
    name,
    file: 'some.test.ts',
    location: { line: 2 * at + 1 },
  }));
  const text = Object.values(bodies).flatMap((body) => ['test(…', body]);
  return { tests, read: () => text.join('\n') };
}

const complaints = (bodies: Record<string, string>, promises: Record<string, string> = {}) => {
  const { tests, read } = file(bodies);
  const listed = Object.entries(promises).map(([id, says]) => ({ id, says }));
  return complaintsAbout(tests, listed, read);
};

test('ids are read from a test and its suites, with what stands for a value in them', () => {
  expect(idsIn('a suite [a.one] > a test with [brackets] inside [a.one b.two-%s]')).toEqual([
    'a.one',
    'b.two-%s',
  ]);
  expect(idsIn(`a test [bulk.\${put.replaceAll("_", "-")} bulk.$take]`)).toEqual(['bulk.%s']);
});

test('a test may prove three requirements, and not four', () => {
  expect(complaints({ 'three [a.b a.c a.d]': '' })).toEqual([]);
  expect(complaints({ 'suite [a.b] > four [a.c a.d a.e]': '' })).toEqual([
    expect.stringMatching(/^some\.test\.ts:1 proves 4 requirements at once/),
  ]);
});

describe('a promise about all of a kind', () => {
  const promises = { 'a.all': 'Every answer has a header.' };

  test.each([
    'for (const endpoint of endpoints) check(endpoint);',
    'await fc.assert(property);',
    'await Promise.all(endpoints.map(check));',
  ])('is proven by a test that goes over cases: %s', (body) => {
    expect(complaints({ 'all of them [a.all]': body }, promises)).toEqual([]);
  });

  test('is proven by a test that is made for each case', () => {
    expect(complaints({ 'a %s has it [a.all]': '' }, promises)).toEqual([]);
    expect(complaints({ 'a %s has it [a.%s]': '' }, promises)).toEqual([]);
  });

  test('is proven by a test for each row of a table that holds its id', () => {
    expect(complaints({ 'a %s [%s]': "['GET', 'a.all']" }, promises)).toEqual([]);
    expect(complaints({ 'a %s [%s]': "['GET', 'a.other']" }, promises)).toHaveLength(1);
  });

  test('is not proven by one case, nor by the loop of another test', () => {
    const bodies = {
      'one of them [a.all]': 'check(first);',
      others: 'for (const a of b) check(a);',
    };
    expect(complaints(bodies, promises)).toEqual([expect.stringMatching(/^a\.all promises/)]);
  });

  test.each(['Each role is told.', 'It holds for all fields.', 'Any GET is open.'])(
    'may say it in other words: %s',
    (says) => {
      expect(complaints({ 'one [a.b]': 'check();' }, { 'a.b': says })).toHaveLength(1);
    },
  );

  test('is no promise about one thing', () => {
    const says = 'It is told in any order.';
    expect(complaints({ 'one [a.b]': 'check();' }, { 'a.b': says })).toEqual([]);
  });
});
