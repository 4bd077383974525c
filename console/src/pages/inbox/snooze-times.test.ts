import { expect, test } from 'vitest';
import { localInputValue } from '../../browser/local-time.ts';
import { snoozeChoices, snoozeTime } from './snooze-times.ts';

const choices = (now: string) =>
  snoozeChoices(new Date(now)).map(({ label, until }) => `${label} ${localInputValue(until)}`);

test('a conversation comes back in three hours, tomorrow morning or on Monday', () => {
  expect(choices('2026-11-17T09:25:30')).toEqual([
    'Later today 2026-11-17T12:00',
    'Tomorrow 2026-11-18T08:00',
    'Next week 2026-11-23T08:00',
  ]);
  expect(choices('2026-11-16T09:00:00')[2]).toBe('Next week 2026-11-23T08:00');
});

test('in the evening and on Sunday, choices that make no sense are left out', () => {
  expect(choices('2026-12-31T18:01:00')).toEqual([
    'Tomorrow 2027-01-01T08:00',
    'Next week 2027-01-04T08:00',
  ]);
  expect(choices('2026-11-22T22:00:00')).toEqual(['Tomorrow 2026-11-23T08:00']);
});

test.each([
  [new Date(2026, 10, 19, 17, 0), 'Today, 5 PM'],
  [new Date(2026, 10, 20, 8, 0), 'Tomorrow, 8 AM'],
  [new Date(2026, 10, 23, 8, 30), 'Mon, Nov 23, 8:30 AM'],
])('a snooze until %s is shown as "%s"', (until, text) => {
  expect(snoozeTime(until, new Date(2026, 10, 19, 14, 12)).replaceAll('\u202f', ' ')).toBe(text);
});
