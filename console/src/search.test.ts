import { expect, test } from 'vitest';
import { oneOf, textsOf } from './search.ts';

test('only text is taken from an address, and only what was asked for', () => {
  const given = { q: 'fair', page: 2, other: 'x', empty: '', list: ['a'] };
  expect(textsOf(given, 'q', 'page', 'empty', 'list', 'missing')).toEqual({ q: 'fair' });
});

test('a value that nobody knows is none', () => {
  expect(oneOf(['new', 'old'], 'old')).toBe('old');
  for (const given of ['gone', 1, null, undefined, ['new']])
    expect(oneOf(['new', 'old'], given)).toBeUndefined();
});
