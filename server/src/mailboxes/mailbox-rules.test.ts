import { expect, test } from 'vitest';
import { adviceForReason, healthReasons } from './mailbox-rules.ts';

test.each(healthReasons)('%s has advice in plain words', (reason) => {
  expect(adviceForReason(reason)).toMatch(/^[A-Z].+\. [A-Z].+\.$/);
});

test('a mailbox without a reason has none, and an unknown reason has the general one', () => {
  expect(adviceForReason(null)).toBeNull();
  expect(adviceForReason('new')).toBe('Test the mailbox to see what is wrong.');
});
