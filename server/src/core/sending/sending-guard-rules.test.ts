import { expect, test } from 'vitest';
import { pauseReasonOf } from './sending-guard-rules.ts';

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
  expect(pauseReasonOf({ ...none, emails, bounced })?.reason ?? null).toBe(reason);
});

test.each([
  [49, 1, null],
  [50, 0, null],
  [50, 1, 'complaints'],
  [1_000, 1, 'complaints'],
  [1_001, 1, null],
  [2_000, 2, 'complaints'],
])('of %i emails, %i complaints: %s', (emails, complained, reason) => {
  expect(pauseReasonOf({ ...none, emails, complained })?.reason ?? null).toBe(reason);
});
