import { expect, test } from 'vitest';
import { relativeTime } from './relative-time.tsx';

const now = Date.parse('2026-03-05T14:00:00Z');

test.each([
  [0, 'just now'],
  [-59, 'just now'],
  [-60, '1 minute ago'],
  [-3_000, '50 minutes ago'],
  [-7_200, '2 hours ago'],
  [-86_400, 'yesterday'],
  [-86_400 * 6, '6 days ago'],
  [-86_400 * 50, '2 months ago'],
  [-86_400 * 800, '2 years ago'],
  [3_600, 'in 1 hour'],
  [86_400 * 30, 'next month'],
])('%i seconds from now is %s', (seconds, text) => {
  expect(relativeTime(new Date(now + seconds * 1_000), now)).toBe(text);
});
