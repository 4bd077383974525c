import fc from 'fast-check';
import { expect, test } from 'vitest';
import { predictRunOutDate } from './get-usage.ts';

const at = (time: string) => new Date(`2026-03-${time}Z`);

test.each<[string, number, number, string, string | null]>([
  ['half in half a month lasts', 310, 155, '16T12:00', null],
  ['a little more than half does not', 310, 160, '16T12:00', '2026-03-31'],
  ['all but a day in half a month', 300, 290, '16T00:00', '2026-03-16'],
  ['all in a third of a month', 300, 200, '11T00:00', '2026-03-16'],
  ['nothing used', 300, 0, '30T00:00', null],
  ['nothing left', 300, 300, '11T08:00', '2026-03-11'],
  ['less than nothing left, as the plan was made smaller', 300, 400, '11T08:00', '2026-03-11'],
  ['a plan without imports', 0, 0, '11T08:00', '2026-03-11'],
  ['the first minute is taken for a whole day', 300, 100, '01T00:01', '2026-03-03'],
  ['the last moment of a month', 300, 299, '31T23:59:59.999', null],
])('%s', (_, monthlyImports, used, time, expected) => {
  expect(predictRunOutDate({ monthlyImports, used }, at(time))).toBe(expected);
});

test('the day is within this month and not before today, and more usage never makes it later', () => {
  const moment = fc.date({
    min: new Date('2020-01-01T00:00:00Z'),
    max: new Date('2040-01-01T00:00:00Z'),
    noInvalidDate: true,
  });
  const count = fc.integer({ min: 0, max: 1_000_000 });
  fc.assert(
    fc.property(moment, count, count, count, (now, monthlyImports, used, more) => {
      const day = predictRunOutDate({ monthlyImports, used }, now);
      const sooner = predictRunOutDate({ monthlyImports, used: used + more }, now);
      if (day !== null) {
        expect(day.slice(0, 7)).toBe(now.toISOString().slice(0, 7));
        expect(day >= now.toISOString().slice(0, 10)).toBe(true);
        expect(sooner !== null && sooner <= day).toBe(true);
      }
    }),
  );
});
