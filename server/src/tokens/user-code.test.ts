import { expect, test } from 'vitest';
import { hashUserCode, newUserCode } from './user-code.ts';

test('a user code has two groups of letters that are not mistaken for one another', () => {
  const codes = Array.from({ length: 200 }, newUserCode);
  for (const code of codes)
    expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  expect(new Set(codes).size).toBe(codes.length);
});

test('a user code can be typed in lower case, with spaces and without a hyphen', () => {
  for (const typed of ['wdjb-mjht', ' WDJB MJHT ', 'WDJBMJHT'])
    expect(hashUserCode(typed)).toEqual(hashUserCode('WDJB-MJHT'));
  expect(hashUserCode('WDJB-MJHX')).not.toEqual(hashUserCode('WDJB-MJHT'));
});
