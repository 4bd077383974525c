import { expect, test } from 'vitest';
import { prospectCount } from './counts.ts';

test('a capped count is not shown as if it were exact', () => {
  expect(prospectCount({ count: 1 })).toBe('1 prospect');
  expect(prospectCount({ count: 1_240, isCapped: false })).toBe('1,240 prospects');
  expect(prospectCount({ count: 10_000, isCapped: true })).toBe('10,000+ prospects');
  expect(prospectCount({ count: 1, isCapped: true })).toBe('1+ prospects');
});
