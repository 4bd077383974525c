import { expect, test } from 'vitest';
import { idsOf, pageSize, pagesNear, rowsOf, withPage } from './known-pages.ts';

const first = { ids: ['a', 'b'], next: 'b' };
const second = { ids: ['c', 'd'], next: 'd' };
const last = { ids: ['e'], next: null };
const known = [first, second, last];

test('a page that is read behind the others is added', () => {
  expect(withPage([], 0, first)).toEqual([first]);
  expect(withPage([first], 1, second)).toEqual([first, second]);
});

test('a page that is read again and is the same changes nothing', () => {
  expect(withPage(known, 1, { ...second })).toBe(known);
});

test('a page that ends as before keeps those behind it', () => {
  const fewer = { ids: ['d'], next: 'd' };
  expect(withPage(known, 1, fewer)).toEqual([first, fewer, last]);
});

test('a page that ends elsewhere forgets those behind it', () => {
  const moved = { ids: ['new', 'a'], next: 'a' };
  expect(withPage(known, 0, moved)).toEqual([moved]);
  expect(withPage(known, 1, { ids: ['c'], next: null })).toEqual([
    first,
    { ids: ['c'], next: null },
  ]);
});

test('the page that comes next is taken to be full until it is read', () => {
  expect(rowsOf(known)).toBe(5);
  expect(rowsOf([first])).toBe(2 + pageSize);
  expect(idsOf(known)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('pages are read before their rows come into sight, and not without knowing where they begin', () => {
  expect(pagesNear(0, 20, known)).toEqual([{ place: 0, cursor: null }]);
  expect(pagesNear(30, 50, known)).toEqual([
    { place: 0, cursor: null },
    { place: 1, cursor: 'b' },
  ]);
  expect(pagesNear(170, 190, [first])).toEqual([{ place: 1, cursor: 'b' }]);
  expect(pagesNear(270, 290, known)).toEqual([{ place: 2, cursor: 'd' }]);
});
