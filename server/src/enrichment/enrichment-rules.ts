import type { EndpointResult } from '@outcrop/contract';
import type { ModelFailure, NoUsableResult } from '../core/ai/model.ts';
import type { UnreadablePage } from './page-readers.ts';

type Result = EndpointResult<'postEnrich'>['results'][number];

export interface ProspectChoice {
  queued: string[];
  /** Prospects without a credit. */
  unpaid: string[];
  results: Result[];
}

/** Queues in the order of the request, as far as the credits go. */
export function chooseProspects(
  ids: string[],
  inProgress: Set<string>,
  credits: number,
): ProspectChoice {
  const open = ids.filter((id) => !inProgress.has(id));
  const queued = open.slice(0, credits);
  const paid = new Set(queued);
  return {
    queued,
    unpaid: open.slice(credits),
    results: ids.map((prospectId): Result => {
      if (paid.has(prospectId)) return { prospectId, status: 'queued' };
      const reason = inProgress.has(prospectId) ? 'already_queued' : 'insufficient_credits';
      return { prospectId, status: 'skipped', reason };
    }),
  };
}

export type WorkFailure = ModelFailure | NoUsableResult | UnreadablePage;

/** Attempts per prospect while the model is busy or unavailable. */
const maxModelAttempts = 6;
/** Attempts at a page that took too long; the machine may have been busy. */
const maxReadAttempts = 3;
const maxRetrySeconds = 300;

/** Seconds until the next attempt, or null if there is none. */
export function retryDelaySeconds(failure: WorkFailure, attempts: number): number | null {
  if (failure.name === 'UnreadablePage') return attempts < maxReadAttempts ? 4 ** attempts : null;
  if (!('kind' in failure) || (failure.kind !== 'busy' && failure.kind !== 'away')) return null;
  if (failure.wasCalled && attempts >= maxModelAttempts) return null;
  const backoff = failure.wasCalled ? 4 ** attempts : 1;
  return Math.min(Math.max(failure.retryAfterSeconds ?? 0, backoff), maxRetrySeconds);
}
