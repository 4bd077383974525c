import { OutcropError } from '@outcrop/client';

/** Why nothing is sent at the moment. It concerns the whole outbox, because the server is the same. */
export interface OutboxPause {
  reason: 'rate_limited' | 'unreachable' | 'unauthorized';
  /** When to try again. Null: only after the user has connected again. */
  until: number | null;
  attempts: number;
}

const backOffMs = [30_000, 60_000, 120_000, 300_000, 900_000];
const minRateLimitMs = 60_000;
const maxJitterMs = 5_000;

export type RequestFailure = { pause: OutboxPause } | { refused: OutcropError };

/** What to do after a request has failed: wait and repeat it, or show what the server refused. */
export function afterFailure(
  error: unknown,
  previous: OutboxPause | null,
  now: number,
  random: number,
): RequestFailure {
  const attempts = (previous?.attempts ?? 0) + 1;
  const jitter = Math.round(random * maxJitterMs);
  const again = (reason: OutboxPause['reason'], waitMs: number): RequestFailure => ({
    pause: { reason, until: now + waitMs + jitter, attempts },
  });
  const backOff = backOffMs[Math.min(attempts, backOffMs.length) - 1]!;
  if (!(error instanceof OutcropError)) return again('unreachable', backOff);
  const { status, code, retryAfter } = error;
  if (status === 401) return { pause: { reason: 'unauthorized', until: null, attempts } };
  if (status === 429)
    return again('rate_limited', Math.max(minRateLimitMs, (retryAfter ?? 0) * 1_000));
  if (status >= 500 || code === 'unavailable' || code === 'idempotency_in_progress')
    return again('unreachable', Math.max(backOff, (retryAfter ?? 0) * 1_000));
  return { refused: error };
}

export const canSend = (pause: OutboxPause | null, now: number): boolean =>
  pause === null || (pause.until !== null && pause.until <= now);
