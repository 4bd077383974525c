import { expect, test } from 'vitest';
import { gapText, windowText } from './mailbox-labels.ts';

test('days in a row are shown as a range', () => {
  const at = (...days: number[]) => windowText({ days, from: '09:00', to: '17:00' });
  expect(at(1, 2, 3, 4, 5)).toBe('Mon–Fri 9 AM–5 PM');
  expect(at(1, 2)).toBe('Mon, Tue 9 AM–5 PM');
  expect(at(1, 3, 4, 5, 7)).toBe('Mon, Wed–Fri, Sun 9 AM–5 PM');
});

test('times are shown as the rest of the console shows them', () => {
  const at = (from: string, to: string) => windowText({ days: [1], from, to });
  expect(at('00:00', '12:30')).toBe('Mon 12 AM–12:30 PM');
  expect(at('8:05', '24:00')).toBe('Mon 8:05 AM–12 AM');
});

test('the gap is shown in minutes', () => {
  expect(gapText({ fromSeconds: 540, toSeconds: 840 })).toBe('9 to 14 minutes');
  expect(gapText({ fromSeconds: 90, toSeconds: 90 })).toBe('1.5 minutes');
});
