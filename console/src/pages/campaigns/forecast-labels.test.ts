import { expect, test } from 'vitest';
import { bottleneckText, type ForecastData, forecastHeadline } from './forecast-labels.ts';

const forecast = (given: Partial<ForecastData>): ForecastData => ({
  ...{ isRunning: true, isComplete: true, emails: 90, firstEmails: 30, notSent: 0, days: [] },
  ...{ lastFirstEmailOn: '2026-03-12', lastEmailOn: '2026-03-20' },
  ...{ limitedBy: null, bottleneck: null },
  ...given,
});

test.each<[Partial<ForecastData>, string | null]>([
  [{}, 'At this pace, first emails finish on March 12, follow-ups on March 20'],
  [{ lastFirstEmailOn: null }, 'At this pace, the last email goes out on March 20'],
  [
    { isRunning: false, lastFirstEmailOn: '2026-03-20' },
    'If you start now, the last email goes out on March 20',
  ],
  [{ notSent: 1_200 }, 'At this pace, 1,200 emails won’t be sent within a year'],
  [{ lastFirstEmailOn: null, lastEmailOn: null, notSent: 90 }, 'No mailbox can send these emails'],
  [
    { isComplete: false, days: [{ day: '2026-03-09', firstEmails: 9, followUps: 0 }] },
    'Sending continues past March 9',
  ],
  [{ emails: 0 }, null],
])('%j: %s', (given, headline) => {
  expect(forecastHeadline(forecast(given))).toBe(headline);
});

test('the bottleneck is named', () => {
  const bottleneck = { mailboxId: 'm', address: 'sales@saltmarsh.example' };
  expect(bottleneckText(forecast({ bottleneck, limitedBy: 'mailbox' }))).toBe(
    'Limited by sales@saltmarsh.example.',
  );
  expect(bottleneckText(forecast({ limitedBy: 'mailbox' }))).toBe('Limited by a private mailbox.');
  expect(bottleneckText(forecast({ limitedBy: 'new_per_day' }))).toMatch(/new people per day/);
});
