import { expect, test } from 'vitest';
import { intervalOf, rateText, shareText, winnerOf } from './rates.ts';

test('the interval narrows with more emails', () => {
  const few = intervalOf(1, 10);
  const many = intervalOf(100, 1_000);
  expect(few.high - few.low).toBeGreaterThan(many.high - many.low);
  expect(many.low).toBeCloseTo(0.083, 3);
  expect(many.high).toBeCloseTo(0.12, 3);
  expect(intervalOf(0, 0)).toEqual({ low: 0, high: 1 });
});

test('there is no winner before the difference is no chance and each was sent often enough', () => {
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
  expect(
    winnerOf([
      { sent: 49, replied: 0 },
      { sent: 49, replied: 49 },
    ]),
  ).toBeNull();
  expect(winnerOf([{ sent: 100, replied: 50 }])).toBeNull();
});

test('a rate is shown with its interval', () => {
  expect(rateText({ sent: 1_000, replied: 100 })).toBe('10% (8.3%–12%)');
  expect(rateText({ sent: 0, replied: 0 })).toBe('–');
});

test('a share has its percentage, unless it is nothing', () => {
  expect(shareText(9, 120)).toBe('9 (7.5%)');
  expect(shareText(1_200, 2_400)).toBe('1,200 (50%)');
  expect(shareText(0, 120)).toBe('0');
  expect(shareText(0, 0)).toBe('0');
});
