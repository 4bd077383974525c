import { maxExactTotal } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { chooseStart } from './search-rules.ts';

test('a search starts from the filter with the fewest matches', () => {
  expect(chooseStart({ words: 20, list: 10, tag: 30 })).toBe('list');
  expect(chooseStart({ words: 0, campaign: 1 })).toBe('words');
  expect(chooseStart({ list: maxExactTotal + 1, tag: maxExactTotal })).toBe('tag');
});

test('a search scans the newest prospects when no filter is selective enough', () => {
  expect(chooseStart({})).toBe('newest');
  expect(chooseStart({ words: maxExactTotal + 1, list: maxExactTotal + 1 })).toBe('newest');
});
