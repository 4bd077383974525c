import { mostCounted } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { chooseStart } from './rules.ts';

test('a search starts from the filter with the fewest hits', () => {
  expect(chooseStart({ words: 20, list: 10, tag: 30 })).toBe('list');
  expect(chooseStart({ words: 0, campaign: 1 })).toBe('words');
  expect(chooseStart({ list: mostCounted + 1, tag: mostCounted })).toBe('tag');
});

test('it walks the newest when no filter is given, or none has few enough', () => {
  expect(chooseStart({})).toBe('newest');
  expect(chooseStart({ words: mostCounted + 1, list: mostCounted + 1 })).toBe('newest');
});
