import { expect, test } from 'vitest';
import { dayChoices, describeDay } from './days.ts';

const at = (day: string) => new Date(`${day}T23:30:00`);

test.each([
  [
    'a Wednesday',
    '2026-03-04',
    ['Tomorrow 2026-03-05', 'Next Monday 2026-03-09', 'In a week 2026-03-11'],
  ],
  ['a Sunday', '2026-03-08', ['Tomorrow 2026-03-09', 'In a week 2026-03-15']],
  ['a Monday', '2026-03-09', ['Tomorrow 2026-03-10', 'In a week 2026-03-16']],
  [
    'the end of a year',
    '2026-12-31',
    ['Tomorrow 2027-01-01', 'Next Monday 2027-01-04', 'In a week 2027-01-07'],
  ],
])('the choices on %s', (_, today, expected) => {
  expect(dayChoices(at(today)).map(({ label, day }) => `${label} ${day}`)).toEqual(expected);
});

test('a day is described as seen from today', () => {
  const now = at('2026-03-09');
  expect(
    ['2026-03-08', '2026-03-09', '2026-03-10', '2026-03-12', '2027-03-12'].map((day) =>
      describeDay(day, now),
    ),
  ).toEqual(['Yesterday', 'Today', 'Tomorrow', 'Thu, Mar 12', 'Mar 12, 2027']);
});
