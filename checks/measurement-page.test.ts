import { expect, test } from 'vitest';
import { type MeasurementRow, readRows, updatedPage } from './measurement-page.ts';

const row = (name: string, figure: string): MeasurementRow => ({
  ...{
    name,
    figure,
    date: '2026-11-16',
    commit: 'abc',
    command: '`npx vitest`',
    seed: '',
    load: '0.1',
  },
});

test('a new figure replaces the last one of the same name, and the others stay', () => {
  const before = updatedPage('', [row('b', '1 s'), row('a', '2 s')]);
  expect(readRows(before)).toEqual([row('a', '2 s'), row('b', '1 s')]);
  const after = updatedPage(before, [{ ...row('b', '3 s'), seed: '7' }]);
  expect(readRows(after)).toEqual([row('a', '2 s'), { ...row('b', '3 s'), seed: '7' }]);
  expect(updatedPage(after, [])).toBe(after);
});
