import { createHash } from 'node:crypto';
import type { EmailStep } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { variantOf } from './variant-rules.ts';

/** The same ids in every run. */
const idOf = (name: string): string => {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
const prospects = Array.from({ length: 10_000 }, (_, n) => idOf(`prospect ${n}`));
const step = (...alternatives: string[]): EmailStep => ({
  id: idOf('step'),
  kind: 'email',
  subject: 'Hello',
  body: 'The first version',
  format: 'text',
  alternatives: alternatives.map((name) => ({ id: idOf(name), subject: null, body: name })),
});
const bodies = (of: EmailStep) => prospects.map((prospectId) => variantOf(of, prospectId).body);

test.each([1, 2, 3, 4])('prospects are split evenly over %i alternatives', (count) => {
  const names = ['b', 'c', 'd', 'e'].slice(0, count);
  const shares = Map.groupBy(bodies(step(...names)), (body) => body);
  expect([...shares.keys()].sort()).toEqual(['The first version', ...names].sort());
  const fair = prospects.length / (count + 1);
  for (const [, { length }] of shares) expect(Math.abs(length - fair)).toBeLessThan(fair * 0.06);
});

test('a new alternative changes the version only of the prospects that get it', () => {
  const [before, after] = [bodies(step('b')), bodies(step('b', 'c'))];
  const moved = after.filter((body, index) => body !== before[index]);
  expect(new Set(moved)).toEqual(new Set(['c']));
  expect(bodies(step('b'))).toEqual(before);
});

test('an alternative without a subject uses the subject of the step', () => {
  const of = step('b');
  expect(new Set(prospects.map((id) => variantOf(of, id).subject))).toEqual(new Set(['Hello']));
  const own = variantOf(step(), prospects[0]!);
  expect(own).toEqual({
    variantId: null,
    subject: 'Hello',
    body: 'The first version',
    format: 'text',
  });
});
