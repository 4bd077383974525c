import { expect, test } from 'vitest';
import { burnForecast, burnHeadline, burnOf } from './burn.ts';

const usage = (imports: number[], runsOutOn: string | null = null) => ({
  plan: { id: 'free', name: 'Free' },
  quota: {
    monthlyImports: 250,
    remaining: 0,
    resetsAt: '2026-03-01T00:00:00.000Z',
    used: 0,
    runsOutOn,
  },
  credits: { monthly: 50, remaining: 0, reserved: 0 },
  imports: [],
  days: imports.map((count, index) => ({
    day: `2026-02-${String(index + 1).padStart(2, '0')}`,
    imports: count,
    creditsSpent: count / 10,
  })),
  lists: { used: 0, most: 1 },
  tags: { used: 0, most: 1 },
  campaigns: { used: 0, most: 1 },
  mailboxes: { used: 0, most: 1 },
  storage: {
    ...{ used: 0, most: 1 },
    kinds: {
      ...{ campaigns: 0, savedReplies: 0, notes: 0, views: 0 },
      ...{ imports: 0, exports: 0, responses: 0 },
    },
  },
});

test('days are summed up and projected to the end of the month', () => {
  const burn = burnOf(usage([10, 0, 30, 0]), 'imports');
  expect(burn.days.map(({ soFar }) => soFar)).toEqual([10, 10, 40, 40]);
  expect(burn).toMatchObject({ soFar: 40, allowance: 250, daysInMonth: 28, projected: 280 });
});

test.each([
  [[], 'No imports used this month'],
  [[20], '20 of 250 imports used'],
  [[250], 'This month’s imports are used up'],
])('%j imports: %s', (imports, headline) => {
  expect(burnHeadline(burnOf(usage([0, ...imports]), 'imports'))).toBe(headline);
});

test('the day on which imports run out comes from the service', () => {
  const headline = burnHeadline(burnOf(usage([100], '2026-02-03'), 'imports'));
  expect(headline).toBe('At this pace, imports run out on February 3');
});

test.each([
  [[20], 'At this pace, credits run out on February 25'],
  [[10], '1 of 50 credits used'],
  [[400, 100], 'This month’s credits are used up'],
  [[0], 'No credits used this month'],
])('a tenth of %j credits: %s', (imports, headline) => {
  expect(burnHeadline(burnOf(usage(imports), 'credits'))).toBe(headline);
});

test.each([
  [[0, 0], '0 of 250 imports used by February 2.'],
  [[10, 0], '10 of 250 imports used by February 2; about 140 by February 28 at this pace.'],
  [
    [40, 0],
    '40 of 250 imports used by February 2; at this pace, 560 would be needed by February 28.',
  ],
  [[250, 0], '250 of 250 imports used by February 2.'],
  [Array(28).fill(2), '56 of 250 imports used by February 28.'],
])('%j imports are forecast in words', (imports, forecast) => {
  expect(burnForecast(burnOf(usage(imports), 'imports'))).toBe(forecast);
});
