import { type DisabledReason, type EventKind, eventDefinitions } from '@outcrop/contract';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Seconds between attempts. After the last one the delivery has failed. */
export const retryDelays = [
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

/** The result of one attempt. */
export interface AttemptOutcome {
  /** Null when there was no response. */
  status: number | null;
  /** Why there was no response. */
  problem: string | null;
  /** The Retry-After header. */
  retryAfter: string | undefined;
}

export const isDelivered = ({ status }: Pick<AttemptOutcome, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300;

const isGone = ({ status }: AttemptOutcome): boolean => status === 410;

export function problemOf(outcome: AttemptOutcome): string | null {
  const { status, problem } = outcome;
  if (problem !== null || isDelivered(outcome)) return problem;
  if (status! >= 300 && status! < 400)
    return `The receiver answered ${status}. Redirects are not followed: register the address they lead to.`;
  return `The receiver answered ${status}.`;
}

/**
 * Seconds until the next attempt after `tries` failures, or null if there is none. `chance` is from 0
 * to 1 and adds jitter, so that deliveries that failed together do not retry together.
 */
export function retryDelay(
  tries: number,
  outcome: AttemptOutcome,
  chance: number,
  now: Date,
): number | null {
  const planned = retryDelays[tries - 1];
  if (planned === undefined || isGone(outcome)) return null;
  return Math.round(Math.max(planned, retryAfterSeconds(outcome, now)) * (1 + chance / 10));
}

/** Retry-After of a busy receiver, in seconds or as a date; at most a day. */
function retryAfterSeconds({ status, retryAfter }: AttemptOutcome, now: Date): number {
  if ((status !== 429 && status !== 503) || retryAfter === undefined) return 0;
  const seconds = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - now.getTime()) / 1_000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), day) : 0;
}

const disableAfterSeconds = 5 * day;

/** Why a webhook must be disabled after these outcomes, or null. */
export function disableReason(
  outcomes: AttemptOutcome[],
  failingSince: Date | null,
  now: Date,
): DisabledReason | null {
  if (outcomes.some(isGone)) return 'gone';
  const failsOnly = outcomes.length > 0 && !outcomes.some(isDelivered);
  const isLong =
    failingSince !== null && now.getTime() - failingSince.getTime() >= disableAfterSeconds * 1e3;
  return failsOnly && isLong ? 'failing' : null;
}

/**
 * Why an event cannot be sent, or null. Deleting a prospect leaves only its id in the event data,
 * which no longer matches the schema of the event.
 */
export function reasonNotSendable(event: { type: EventKind; data: object } | null): string | null {
  if (!event) return 'The event is no longer stored.';
  const isComplete =
    Object.keys(event.data).length > 1 ||
    eventDefinitions[event.type].data.safeParse(event.data).success;
  return isComplete ? null : 'The prospect was deleted before the event could be sent.';
}
