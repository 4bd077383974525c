import { expect, test } from 'vitest';
import { enrolledInWords, inCalls, isAnyoneEnrolled } from './enrollment.ts';

const result = (status: 'enrolled' | 'skipped', reason?: 'no_email' | 'already_enrolled') => ({
  prospectId: '1',
  status,
  ...(reason && { reason }),
});
const answer = (...results: ReturnType<typeof result>[]) => ({
  enrolled: results.filter(({ status }) => status === 'enrolled').length,
  skipped: results.filter(({ status }) => status === 'skipped').length,
  campaignName: 'Fair',
  results,
});

test('many are enrolled by several calls', () => {
  const ids = Array.from({ length: 250 }, (_, place) => String(place));
  expect(inCalls(ids).map((each) => each.length)).toEqual([100, 100, 50]);
  expect(inCalls(ids).flat()).toEqual(ids);
});

test('what came of all calls is told together, with why some were skipped', () => {
  const answers = [
    answer(result('enrolled'), result('skipped', 'no_email')),
    answer(
      result('enrolled'),
      result('skipped', 'already_enrolled'),
      result('skipped', 'no_email'),
    ),
  ];
  expect(enrolledInWords(answers, 'enrolled')).toBe(
    '2 enrolled, 3 skipped: 1 already in, 2 no e-mail',
  );
  expect(isAnyoneEnrolled([answer(result('skipped', 'no_email'))])).toBe(false);
  expect(isAnyoneEnrolled(answers)).toBe(true);
  expect(enrolledInWords([answer(result('enrolled'))], 'will enroll')).toBe('1 will enroll');
});
