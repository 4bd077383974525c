import { expect, test } from 'vitest';
import {
  allSelected,
  isEmpty,
  isSelected,
  noneSelected,
  selectAllState,
  selectIds,
  selectRange,
  toggleId,
} from './selection.ts';

const loadedIds = ['a', 'b', 'c', 'd'];

test('one is selected and deselected', () => {
  const one = toggleId(noneSelected, 'b', loadedIds);
  expect([...one.ids]).toEqual(['b']);
  expect(isEmpty(toggleId(one, 'b', loadedIds))).toBe(true);
});

test('a range works in either direction and keeps the earlier selection', () => {
  expect([...selectRange(selectIds(['a']), 3, 2, loadedIds).ids]).toEqual(['a', 'c', 'd']);
  expect([...selectRange(selectIds(['d']), 0, 1, loadedIds).ids]).toEqual(['d', 'a', 'b']);
});

test('all matching includes rows that are not loaded, until one is deselected', () => {
  expect(isSelected(allSelected, 'not loaded')).toBe(true);
  expect(selectRange(allSelected, 0, 1, loadedIds)).toBe(allSelected);
  expect([...toggleId(allSelected, 'b', loadedIds).ids]).toEqual(['a', 'c', 'd']);
});

test('the heading checkbox shows all, some and none', () => {
  expect(selectAllState(selectIds(loadedIds), loadedIds)).toBe('all');
  expect(selectAllState(selectIds(['c', 'elsewhere']), loadedIds)).toBe('some');
  expect(selectAllState(selectIds(['elsewhere']), loadedIds)).toBe('none');
  expect(selectAllState(allSelected, loadedIds)).toBe('all');
});
