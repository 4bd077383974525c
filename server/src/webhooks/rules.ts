import { type DisabledReason, type EventKind, events } from '@outcrop/contract';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Seconds from one attempt to the next. When they are used up, the delivery has failed. */
export const schedule = [
  5,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  day,
];

/** What came of one attempt. */
export interface Outcome {
  /** Null when there was no answer. */
  status: number | null;
  /** Why there was none. */
  problem: string | null;
  /** As the receiver sent it. */
  retryAfter: string | undefined;
}

export const arrived = ({ status }: Outcome): boolean =>
  status !== null && status >= 200 && status < 300;

/** The receiver wants nothing more. */
const isGone = ({ status }: Outcome): boolean => status === 410;

/** What to tell of an attempt that was not a success. */
export function problemOf(outcome: Outcome): string | null {
  const { status, problem } = outcome;
  if (problem !== null || arrived(outcome)) return problem;
  if (status! >= 300 && status! < 400)
    return `The receiver answered ${status}. Redirects are not followed: register the address they lead to.`;
  return `The receiver answered ${status}.`;
}

/**
 * Seconds until the next attempt, or null if there is none: `tries` have failed, the last of them
 * with this outcome. `chance` is from 0 to 1 and spreads those who failed together.
 */
export function waitAfter(
  tries: number,
  outcome: Outcome,
  chance: number,
  now: Date,
): number | null {
  const planned = schedule[tries - 1];
  if (planned === undefined || isGone(outcome)) return null;
  const asked = askedFor(outcome, now);
  return Math.round(Math.max(planned, asked) * (1 + chance / 10));
}

/** What a receiver that is too busy asks for, in seconds or as a date; a day at most. */
function askedFor({ status, retryAfter }: Outcome, now: Date): number {
  if ((status !== 429 && status !== 503) || retryAfter === undefined) return 0;
  const seconds = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - now.getTime()) / 1_000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), day) : 0;
}

const patience = 5 * day;

/** Why a webhook is switched off after these outcomes, if it is. */
export function disabledBy(
  outcomes: Outcome[],
  failingSince: Date | null,
  now: Date,
): DisabledReason | null {
  if (outcomes.some(isGone)) return 'gone';
  const failsOnly = outcomes.length > 0 && !outcomes.some(arrived);
  const isLong = failingSince !== null && now.getTime() - failingSince.getTime() >= patience * 1e3;
  return failsOnly && isLong ? 'failing' : null;
}

/**
 * Why an event cannot be sent, if so. When a person is deleted, their id is all that is left of what
 * was told about them. That would not be what the kind promises, so it is not sent.
 */
export function unsendable(event: { type: EventKind; data: object } | null): string | null {
  if (!event) return 'The event is no longer kept.';
  const wanted = Object.keys(events[event.type].data.shape);
  const isWhole = wanted.length === 1 || Object.keys(event.data).length > 1;
  return isWhole ? null : 'The person was deleted before the event could be sent.';
}
