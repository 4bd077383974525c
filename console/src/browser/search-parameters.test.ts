import { expect, test } from 'vitest';
import { oneOf, pickStrings, someOf, splitValues } from './search-parameters.ts';

test('only the named string parameters are picked', () => {
  const given = { q: 'fair', page: 2, other: 'x', empty: '', list: ['a'] };
  expect(pickStrings(given, 'q', 'page', 'empty', 'list', 'missing')).toEqual({ q: 'fair' });
});

test('an unknown value is undefined', () => {
  expect(oneOf(['new', 'old'], 'old')).toBe('old');
  for (const given of ['gone', 1, null, undefined, ['new']])
    expect(oneOf(['new', 'old'], given)).toBeUndefined();
});

test('several values are separated by commas, and unknown ones are left out', () => {
  expect(someOf(['new', 'old'], 'old,gone,new')).toBe('new,old');
  for (const given of ['gone', '', ',', 1, undefined])
    expect(someOf(['new', 'old'], given)).toBeUndefined();
  expect(splitValues('a,,b')).toEqual(['a', 'b']);
  expect(splitValues(undefined)).toEqual([]);
});
