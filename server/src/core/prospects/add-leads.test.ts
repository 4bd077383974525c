import { expect, test } from 'vitest';
import { idTimestamp } from '../search/field-rules.ts';
import { descendingIds } from './add-leads.ts';

test('the ids of one request are descending and unique, and contain their millisecond', () => {
  const now = Date.UTC(2026, 2, 5, 14, 2, 38, 204);
  const next = descendingIds(now);
  const ids = Array.from({ length: 4096 }, () => next());
  expect([...ids].sort().reverse()).toEqual(ids);
  expect(new Set([...ids, next(), descendingIds(now)()]).size).toBe(4098);
  for (const id of ids.slice(0, 10)) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(idTimestamp(id).getTime()).toBe(now);
  }
});
