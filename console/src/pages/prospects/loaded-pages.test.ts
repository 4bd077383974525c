import { expect, test } from 'vitest';
import { loadedIds, pageSize, pagesNear, rowCount, withPage } from './loaded-pages.ts';

const first = { ids: ['a', 'b'], next: 'b' };
const second = { ids: ['c', 'd'], next: 'd' };
const last = { ids: ['e'], next: null };
const loaded = [first, second, last];

test('the next page is appended', () => {
  expect(withPage([], 0, first)).toEqual([first]);
  expect(withPage([first], 1, second)).toEqual([first, second]);
});

test('a refetched page without changes changes nothing', () => {
  expect(withPage(loaded, 1, { ...second })).toBe(loaded);
});

test('a page with the same next cursor keeps the pages after it', () => {
  const fewer = { ids: ['d'], next: 'd' };
  expect(withPage(loaded, 1, fewer)).toEqual([first, fewer, last]);
});

test('a page with another next cursor drops the pages after it', () => {
  const moved = { ids: ['new', 'a'], next: 'a' };
  expect(withPage(loaded, 0, moved)).toEqual([moved]);
  expect(withPage(loaded, 1, { ids: ['c'], next: null })).toEqual([
    first,
    { ids: ['c'], next: null },
  ]);
});

test('the next page counts as full until it is loaded', () => {
  expect(rowCount(loaded)).toBe(5);
  expect(rowCount([first])).toBe(2 + pageSize);
  expect(loadedIds(loaded)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('pages are loaded before their rows are visible, and only once their cursor is known', () => {
  expect(pagesNear(0, 20, loaded)).toEqual([{ index: 0, cursor: null }]);
  expect(pagesNear(30, 50, loaded)).toEqual([
    { index: 0, cursor: null },
    { index: 1, cursor: 'b' },
  ]);
  expect(pagesNear(170, 190, [first])).toEqual([{ index: 1, cursor: 'b' }]);
  expect(pagesNear(270, 290, loaded)).toEqual([{ index: 2, cursor: 'd' }]);
});
