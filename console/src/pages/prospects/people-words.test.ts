import { expect, test } from 'vitest';
import { filterBody, filtersInWords, peopleInWords } from './people-words.ts';

test('people are counted as far as it goes', () => {
  expect(peopleInWords({ count: 1, isCapped: false })).toBe('1 person');
  expect(peopleInWords({ count: 1_240, isCapped: false })).toBe('1,240 people');
  expect(peopleInWords({ count: 10_000, isCapped: true })).toBe('more than 10,000 people');
});

test('filters are told by what they are called', () => {
  const names = { lists: [{ id: '1', name: 'Fair', count: 3 }], tags: [], campaigns: [] };
  const filters = { q: 'salt', listId: '1', tagId: '2', hasEmail: 'false' as const };
  expect(filtersInWords(filters, names)).toEqual([
    'the words "salt"',
    'the list "Fair"',
    'the tag "no longer there"',
    'no e-mail address',
  ]);
});

test('filters go into a body with their booleans', () => {
  expect(filterBody({ q: 'salt', hasEmail: 'true', hasLinkedin: 'false' })).toEqual({
    q: 'salt',
    hasEmail: true,
    hasLinkedin: false,
  });
});
