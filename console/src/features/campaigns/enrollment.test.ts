import { expect, test } from 'vitest';
import { describeEnrollment, hasEnrolled, toBatches } from './enrollment.ts';

const result = (status: 'enrolled' | 'skipped', reason?: 'no_email' | 'already_enrolled') => ({
  prospectId: '1',
  status,
  ...(reason && { reason }),
});
const response = (...results: ReturnType<typeof result>[]) => ({
  enrolled: results.filter(({ status }) => status === 'enrolled').length,
  skipped: results.filter(({ status }) => status === 'skipped').length,
  campaignName: 'Fair',
  results,
});

test('large selections are enrolled in batches', () => {
  const ids = Array.from({ length: 250 }, (_, index) => String(index));
  expect(toBatches(ids).map((each) => each.length)).toEqual([100, 100, 50]);
  expect(toBatches(ids).flat()).toEqual(ids);
});

test('the results of all batches are summarized, with the reasons for skipping', () => {
  const responses = [
    response(result('enrolled'), result('skipped', 'no_email')),
    response(
      result('enrolled'),
      result('skipped', 'already_enrolled'),
      result('skipped', 'no_email'),
    ),
  ];
  expect(describeEnrollment(responses, 'enrolled')).toBe(
    '2 enrolled, 3 skipped: 1 already enrolled, 2 no email',
  );
  expect(hasEnrolled([response(result('skipped', 'no_email'))])).toBe(false);
  expect(hasEnrolled(responses)).toBe(true);
  expect(describeEnrollment([response(result('enrolled'))], 'will be enrolled')).toBe(
    '1 will be enrolled',
  );
});
