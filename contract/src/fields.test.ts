import { expect, test } from 'vitest';
import { astral, problems, someId } from '../test/problems.ts';
import { prospectIds, ref, text } from './fields.ts';

test('a limit on text counts code points', () => {
  expect(problems(text(3), astral.repeat(3))).toEqual([]);
  expect(problems(text(3), astral.repeat(4))).toEqual(['']);
  expect(problems(text(3), 'abcd')).toEqual(['']);
});

test('an id is accepted in any case and converted to lowercase', () => {
  expect(ref('list').parse(someId.toUpperCase())).toBe(someId);
});

test.each(['', 'abc', `${someId}0`, `{${someId}}`, someId.replaceAll('-', ''), 7, {}])(
  '%j is not an id',
  (value) => {
    expect(problems(ref('list'), value)).toEqual(['']);
  },
);

test('repeated prospect ids count towards the limit and are passed on once', () => {
  expect(prospectIds(3).parse([someId, someId.toUpperCase(), someId])).toEqual([someId]);
  expect(problems(prospectIds(3), Array(4).fill(someId))).toEqual(['']);
});
