import type { ResponseData } from '@outcrop/contract';
import type { ModelFailure, NothingUseful } from './model.ts';
import type { UnreadablePage } from './readers.ts';

type Result = ResponseData<'postEnrich'>['results'][number];

export interface Choice {
  queued: string[];
  /** Those for whom there is no credit. */
  unpaid: string[];
  results: Result[];
}

/** Who is queued, in the order of the request, as far as the credits go. */
export function choose(ids: string[], underWay: Set<string>, credits: number): Choice {
  const fresh = ids.filter((id) => !underWay.has(id));
  const queued = fresh.slice(0, credits);
  const paid = new Set(queued);
  return {
    queued,
    unpaid: fresh.slice(credits),
    results: ids.map((prospectId): Result => {
      if (paid.has(prospectId)) return { prospectId, status: 'queued' };
      const reason = underWay.has(prospectId) ? 'already_queued' : 'insufficient_credits';
      return { prospectId, status: 'skipped', reason };
    }),
  };
}

/** Why work came to nothing, this time or for good. */
export type WorkFailure = ModelFailure | NothingUseful | UnreadablePage;

/** How often a model that is busy or away is asked about one prospect. */
const mostAttempts = 6;
/** How often a page is tried that took too long: the machine may have been busy. */
const mostReadings = 3;
const longestWait = 300;

/** Seconds until work that failed so often is tried again; null when it is not. */
export function waitAfter(failure: WorkFailure, attempts: number): number | null {
  if (failure.name === 'UnreadablePage') return attempts < mostReadings ? 4 ** attempts : null;
  if (!('kind' in failure) || (failure.kind !== 'busy' && failure.kind !== 'away')) return null;
  if (failure.wasAsked && attempts >= mostAttempts) return null;
  const patience = failure.wasAsked ? 4 ** attempts : 1;
  return Math.min(Math.max(failure.retryAfterSeconds ?? 0, patience), longestWait);
}
