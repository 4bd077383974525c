import { OutcropError } from '@outcrop/client';
import { expect, test } from 'vitest';
import { afterFailure, canSend, type OutboxPause } from './outbox-rules.ts';

const now = 1_000_000;
const errorOf = (
  status: number,
  code: OutcropError['code'],
  headers: Record<string, string> = {},
) =>
  new OutcropError(new Response(null, { status, headers }), {
    code,
    message: 'No.',
    correlationId: 'c',
  });
const pauseOf = (error: unknown, previous: OutboxPause | null = null, random = 0) => {
  const failure = afterFailure(error, previous, now, random);
  return 'pause' in failure ? failure.pause : null;
};

test('a network error is tried again after 30 s, 1, 2, 5 and 15 minutes', () => {
  let pause: OutboxPause | null = null;
  const waits = Array.from({ length: 7 }, () => {
    pause = pauseOf(new TypeError('Failed to fetch'), pause);
    return (pause!.until! - now) / 1_000;
  });
  expect(waits).toEqual([30, 60, 120, 300, 900, 900, 900]);
});

test.each([
  [500, 'internal_error'],
  [502, 'unavailable'],
  [503, 'unavailable'],
  [409, 'idempotency_in_progress'],
] as const)('%i is tried again', (status, code) => {
  expect(pauseOf(errorOf(status, code))).toMatchObject({
    reason: 'unreachable',
    until: now + 30_000,
  });
});

test.each([
  ['5', 60],
  ['90', 90],
  ['', 60],
])('429 with Retry-After %j waits %i seconds', (retryAfter, seconds) => {
  const error = errorOf(429, 'rate_limited', { 'retry-after': retryAfter });
  expect(pauseOf(error)).toMatchObject({ reason: 'rate_limited', until: now + seconds * 1_000 });
});

test('several browsers do not come back at the same moment', () => {
  const error = errorOf(429, 'rate_limited');
  expect(pauseOf(error, null, 0.5)!.until).toBe(now + 60_000 + 2_500);
});

test('401 pauses until the user connects again', () => {
  const pause = pauseOf(errorOf(401, 'unauthorized'))!;
  expect(pause).toMatchObject({ reason: 'unauthorized', until: null });
  expect(canSend(pause, Number.MAX_SAFE_INTEGER)).toBe(false);
});

test.each([
  [403, 'insufficient_role'],
  [404, 'not_found'],
  [422, 'validation_error'],
  [413, 'payload_too_large'],
  [409, 'idempotency_conflict'],
] as const)('%i %s is shown, not repeated', (status, code) => {
  expect(afterFailure(errorOf(status, code), null, now, 0)).toMatchObject({ refused: { status } });
});

test('nothing is sent before the wait is over', () => {
  const pause: OutboxPause = { reason: 'unreachable', until: now, attempts: 1 };
  expect(canSend(pause, now - 1)).toBe(false);
  expect(canSend(pause, now)).toBe(true);
  expect(canSend(null, now)).toBe(true);
});
