import { expect, test } from 'vitest';
import { nextSort, sortItems } from './list-sort.ts';

const items = [
  { id: 'a', name: 'Alps', count: 2 },
  { id: 'b', name: 'Baltic', count: 5 },
  { id: 'c', name: 'Coast', count: 2 },
];

test.each([
  ['name', 'abc'],
  ['-name', 'cba'],
  ['people', 'acb'],
  ['-people', 'bac'],
] as const)('sorted by %s, lists with the same count are in the order of names', (sort, ids) => {
  expect(sortItems(items, sort).map(({ id }) => id)).toEqual([...ids]);
});

test('a heading first sorts by most people or from A to Z, then in reverse', () => {
  expect(nextSort('people', 'name')).toBe('-people');
  expect(nextSort('people', '-people')).toBe('people');
  expect(nextSort('name', '-people')).toBe('name');
  expect(nextSort('name', 'name')).toBe('-name');
});
