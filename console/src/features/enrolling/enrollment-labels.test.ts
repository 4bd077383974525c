import { expect, test } from 'vitest';
import { describeEnrollment } from './enrollment-labels.ts';

test('an enrollment is summarized with the reasons for skipping', () => {
  const counts = { enrolled: 84, noEmail: 2, alreadyEnrolled: 1_009, bounced: 0 };
  expect(describeEnrollment(counts, 'enrolled')).toBe(
    '84 enrolled. 1,011 skipped: 1,009 already enrolled, 2 no email address',
  );
  expect(describeEnrollment({ enrolled: 283, noEmail: 8 }, 'enrolled')).toBe(
    '283 enrolled. 8 skipped: no email address',
  );
  expect(describeEnrollment({ enrolled: 1 }, 'will be enrolled')).toBe('1 will be enrolled');
  expect(describeEnrollment({}, 'enrolled')).toBe('0 enrolled');
});
