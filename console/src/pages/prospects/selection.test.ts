import { expect, test } from 'vitest';
import {
  everyone,
  isNobody,
  isSelected,
  nobody,
  ofAllSeen,
  these,
  toggled,
  withRange,
} from './selection.ts';

const seen = ['a', 'b', 'c', 'd'];

test('one is selected, and taken off again', () => {
  const one = toggled(nobody, 'b', seen);
  expect([...one.ids]).toEqual(['b']);
  expect(isNobody(toggled(one, 'b', seen))).toBe(true);
});

test('a range runs in either direction and keeps who was selected before', () => {
  expect([...withRange(these(['a']), 3, 2, seen).ids]).toEqual(['a', 'c', 'd']);
  expect([...withRange(these(['d']), 0, 1, seen).ids]).toEqual(['d', 'a', 'b']);
});

test('everyone holds those who were not seen, until one is taken off', () => {
  expect(isSelected(everyone, 'someone far below')).toBe(true);
  expect(withRange(everyone, 0, 1, seen)).toBe(everyone);
  expect([...toggled(everyone, 'b', seen).ids]).toEqual(['a', 'c', 'd']);
});

test('the box above the rows tells all, some and none', () => {
  expect(ofAllSeen(these(seen), seen)).toBe('all');
  expect(ofAllSeen(these(['c', 'elsewhere']), seen)).toBe('some');
  expect(ofAllSeen(these(['elsewhere']), seen)).toBe('none');
  expect(ofAllSeen(everyone, seen)).toBe('all');
});
