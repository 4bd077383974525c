import { type CheckAdvice, type MailboxCheck, maxChecksPerDay } from '@outcrop/contract';
import { adviceFor, adviceForFailure } from './check-advice-rules.ts';
import { type CheckFacts, resultsOf } from './check-rules.ts';

/** The column `authentication` of a mailbox. */
export interface StoredCheck {
  /** The id of the last check. A job with another id does not store its result. */
  id: string;
  /** When the checks of the last 24 hours started. */
  starts: string[];
  check: MailboxCheck;
}

const dayMs = 24 * 3_600_000;
/** Longer than the time limit of a check, with its retry. */
const maxRunMs = 20 * 60_000;

const isLost = ({ state, startedAt }: MailboxCheck, at: Date): boolean =>
  state === 'running' && at.getTime() - Date.parse(startedAt) > maxRunMs;

type CheckStart =
  | { running: MailboxCheck }
  | { retryAfterSeconds: number }
  | { started: StoredCheck };

/** Starts a check, unless one is running or there were too many. */
export function startCheck(stored: StoredCheck | null, id: string, at: Date): CheckStart {
  if (stored?.check.state === 'running' && !isLost(stored.check, at))
    return { running: stored.check };
  const since = at.getTime() - dayMs;
  const recent = (stored?.starts ?? []).filter((start) => Date.parse(start) > since);
  if (recent.length >= maxChecksPerDay)
    return { retryAfterSeconds: Math.ceil((Date.parse(recent[0]!) - since) / 1_000) };
  const startedAt = at.toISOString();
  return {
    started: {
      id,
      starts: [...recent, startedAt],
      check: { ...noResults, state: 'running', startedAt, checkedAt: null, advice: [] },
    },
  };
}

const noResults = { arrivedIn: null, evidence: null, spf: null, dkim: null, dmarc: null };

/** The result of a check, without its times. */
export type CheckOutcome = Omit<MailboxCheck, 'startedAt' | 'checkedAt'>;

export const failedCheck = (...advice: CheckAdvice[]): CheckOutcome => ({
  ...noResults,
  state: 'failed',
  advice,
});

export function checkOutcomeOf(facts: CheckFacts): CheckOutcome {
  const advice = adviceFor(facts);
  const hasProblem = advice.some(({ severity }) => severity === 'problem');
  return {
    state: facts.arrivedIn === null ? 'failed' : hasProblem ? 'problems' : 'passed',
    ...resultsOf(facts),
    advice,
  };
}

/** The check as the API returns it. A check whose worker was lost has failed. */
export function toPublicCheck(stored: StoredCheck | null, at: Date): MailboxCheck | null {
  if (!stored) return null;
  const { check } = stored;
  return isLost(check, at) ? { ...check, ...failedCheck(adviceForFailure('interrupted')) } : check;
}
