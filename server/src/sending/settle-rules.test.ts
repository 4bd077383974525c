import { expect, test } from 'vitest';
import { nextLook } from './settle-rules.ts';

test('an unknown email is looked for after 1, 5 and 30 minutes, 6 hours and a day [sending.unknown]', () => {
  const since = new Date('2026-03-02T09:00:00Z');
  const looks: (string | null)[] = [];
  for (let at: Date | null = since; at; at = nextLook(since, at))
    looks.push(nextLook(since, at)?.toISOString().slice(5, 16) ?? null);
  expect(looks).toEqual([
    '03-02T09:01',
    '03-02T09:05',
    '03-02T09:30',
    '03-02T15:00',
    '03-03T09:00',
    null,
  ]);
});
