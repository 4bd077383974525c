import { expect, test } from 'vitest';
import { verdictOf, verdictText } from './guard-rules.ts';

const none = { bounced: 0, complained: 0 };

test.each([
  [50, 2, null],
  [50, 3, 'bounces'],
  [49, 49, null],
  [100, 3, null],
  [100, 4, null],
  [100, 5, 'bounces'],
  [1_000, 49, null],
  [1_000, 50, 'bounces'],
])('of %i emails, %i bounces: %s', (emails, bounced, reason) => {
  expect(verdictOf({ ...none, emails, bounced })?.reason ?? null).toBe(reason);
});

test.each([
  [49, 1, null],
  [50, 0, null],
  [50, 1, 'complaints'],
  [1_000, 1, 'complaints'],
  [1_001, 1, null],
  [2_000, 2, 'complaints'],
])('of %i emails, %i complaints: %s', (emails, complained, reason) => {
  expect(verdictOf({ ...none, emails, complained })?.reason ?? null).toBe(reason);
});

test('the numbers are said', () => {
  expect(verdictText({ reason: 'bounces', emails: 80, count: 4 })).toBe(
    '4 of the last 80 emails bounced (5%).',
  );
  expect(verdictText({ reason: 'complaints', emails: 900, count: 1 })).toBe(
    '1 of the last 900 emails was reported as spam (0.11%).',
  );
});
