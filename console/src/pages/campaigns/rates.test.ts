import { expect, test } from 'vitest';
import { intervalOf, rateText, winnerOf } from './rates.ts';

test('the interval narrows with more emails', () => {
  const few = intervalOf(1, 10);
  const many = intervalOf(100, 1_000);
  expect(few.high - few.low).toBeGreaterThan(many.high - many.low);
  expect(many.low).toBeCloseTo(0.083, 3);
  expect(many.high).toBeCloseTo(0.12, 3);
  expect(intervalOf(0, 0)).toEqual({ low: 0, high: 1 });
});

test('there is no winner before the intervals are apart', () => {
  expect(
    winnerOf([
      { sent: 50, replied: 6 },
      { sent: 50, replied: 3 },
    ]),
  ).toBeNull();
  expect(
    winnerOf([
      { sent: 2_000, replied: 100 },
      { sent: 2_000, replied: 200 },
    ]),
  ).toBe(1);
  expect(winnerOf([{ sent: 100, replied: 50 }])).toBeNull();
});

test('a rate is shown with its interval', () => {
  expect(rateText({ sent: 1_000, replied: 100 })).toBe('10% (8.3%–12%)');
  expect(rateText({ sent: 0, replied: 0 })).toBe('–');
});
