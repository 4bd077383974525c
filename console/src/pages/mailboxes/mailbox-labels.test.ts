import { expect, test } from 'vitest';
import { gapText, windowText } from './mailbox-labels.ts';

test('days in a row are shown as a range', () => {
  const at = (...days: number[]) => windowText({ days, from: '09:00', to: '17:00' });
  expect(at(1, 2, 3, 4, 5)).toBe('Mon–Fri 09:00–17:00');
  expect(at(1, 2)).toBe('Mon, Tue 09:00–17:00');
  expect(at(1, 3, 4, 5, 7)).toBe('Mon, Wed–Fri, Sun 09:00–17:00');
});

test('the gap is shown in minutes', () => {
  expect(gapText({ fromSeconds: 540, toSeconds: 840 })).toBe('9 to 14 minutes');
  expect(gapText({ fromSeconds: 90, toSeconds: 90 })).toBe('1.5 minutes');
});
