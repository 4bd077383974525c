import { eventDefinitions, eventKinds } from '@outcrop/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AttemptOutcome,
  disableReason,
  problemOf,
  reasonNotSendable,
  retryDelay,
  retryDelays,
} from './delivery-rules.ts';

const now = new Date('2026-03-05T12:00:00Z');
const day = 86_400;
const answer = (status: number | null, retryAfter?: string): AttemptOutcome => ({
  status,
  problem: status === null ? 'It did not answer.' : null,
  retryAfter,
});
const wait = (tries: number, outcome: AttemptOutcome, chance = 0) =>
  retryDelay(tries, outcome, chance, now);

describe('the next attempt', () => {
  test('comes after 5 s, 1 m, 5 m, 30 m, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, then never', () => {
    const waits = Array.from({ length: 11 }, (_, n) => wait(n + 1, answer(500)));
    const hours = [2, 5, 10, 14, 20, 24].map((hour) => hour * 3_600);
    expect(waits).toEqual([5, 60, 300, 1_800, ...hours, null]);
  });

  test('has up to 10% jitter', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: retryDelays.length }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (tries, chance) => {
          const planned = retryDelays[tries - 1]!;
          const seconds = wait(tries, answer(null), chance)!;
          expect(seconds).toBeGreaterThanOrEqual(planned);
          expect(seconds).toBeLessThanOrEqual(Math.ceil(planned * 1.1));
        },
      ),
    );
  });
});

describe('a busy receiver is retried at the time it requests', () => {
  test.each([
    ['in seconds', 429, '600', 600],
    ['in seconds', 503, '600', 600],
    ['as a date', 429, 'Thu, 05 Mar 2026 12:20:00 GMT', 1_200],
    ['sooner than scheduled, so the schedule applies', 429, '1', 5],
    ['in the past', 503, 'Thu, 05 Mar 2026 11:00:00 GMT', 5],
    ['more than a day away, which is the maximum', 429, '999999999', day],
    ['not readable', 503, 'soon', 5],
    ['a number too long to mean anything', 429, '9'.repeat(40), 5],
    ['only with 429 and 503', 500, '600', 5],
  ])('%s', (_, status, retryAfter, seconds) => {
    expect(wait(1, answer(status, retryAfter))).toBe(seconds);
  });
});

test('after 410 there is no further attempt, and the webhook is disabled as gone', () => {
  expect(wait(1, answer(410))).toBeNull();
  expect(disableReason([answer(200), answer(410)], null, now)).toBe('gone');
});

describe('a webhook is disabled after five days without a delivery', () => {
  const since = (days: number) => new Date(now.getTime() - days * day * 1e3);
  test.each<[string, AttemptOutcome[], Date | null, string | null]>([
    ['five days', [answer(500), answer(null)], since(5), 'failing'],
    ['just under five days', [answer(500)], new Date(since(5).getTime() + 1), null],
    ['no failure before', [answer(500)], null, null],
    ['one of several was delivered', [answer(500), answer(204)], since(9), null],
    ['no attempts', [], since(9), null],
  ])('%s', (_, outcomes, failingSince, reason) => {
    expect(disableReason(outcomes, failingSince, now)).toBe(reason);
  });
});

test('every failed attempt has a reason', () => {
  for (let status = 100; status < 600; status++) {
    const isGood = status >= 200 && status < 300;
    expect(problemOf(answer(status)) === null).toBe(isGood);
  }
  expect(problemOf(answer(302))).toContain('Redirects are not followed');
  expect(problemOf(answer(null))).toBe('It did not answer.');
});

test('the example of every event can be sent; an event of a deleted prospect cannot, unless it needs only the id', () => {
  const needsOnlyId = ['prospect.deleted', 'prospect.suppressed', 'prospect.unsuppressed'];
  for (const type of eventKinds) {
    const { data } = eventDefinitions[type].example;
    expect(reasonNotSendable({ type, data })).toBeNull();
    if (!('prospectId' in data)) continue;
    const left = { prospectId: data.prospectId };
    expect(reasonNotSendable({ type, data: left }) === null, type).toBe(needsOnlyId.includes(type));
  }
  expect(reasonNotSendable(null)).toBe('The event is no longer stored.');
});
