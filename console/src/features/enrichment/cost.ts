import type { ManageData } from '@outcrop/contract';
import { formatNumber } from '../../components/format.ts';
import { peopleCount } from '../prospect/counts.ts';

export type DryRun = ManageData<'postEnrich'>;

/** The result of dry runs with `allowPartial`. */
export interface Cost {
  /** How many can be enriched, at 1 credit each. */
  affordable: number;
  /** How many the remaining credits don't cover. */
  unaffordable: number;
  sentences: string[];
}

/** Each dry run counts as if it could spend all credits alone. */
export function costOf(dryRuns: DryRun[]): Cost {
  const results = dryRuns.flatMap((dryRun) => dryRun.results);
  const deleted = dryRuns.flatMap(({ notFound = [] }) => notFound).length;
  const alreadyQueued = results.filter(({ reason }) => reason === 'already_queued').length;
  const needed = results.length - alreadyQueued;
  const [first] = dryRuns;
  const credits = first ? first.credits.remaining + first.queued : 0;
  const affordable = Math.min(needed, credits);
  const unaffordable = needed - affordable;
  return {
    affordable,
    unaffordable,
    sentences: [
      unaffordable > 0
        ? `This needs ${creditCount(needed)}; ${affordable === 1 ? '1 is' : `${formatNumber(affordable)} are`} left this month.`
        : '',
      unaffordable === 0 && affordable > 0
        ? `Uses ${creditCount(affordable)} (${formatNumber(credits - affordable)} left). Failures are refunded.`
        : '',
      alreadyQueued > 0 ? `${peopleCount(alreadyQueued)} skipped: already queued.` : '',
      deleted > 0 ? `${peopleCount(deleted)} skipped: deleted.` : '',
    ].filter(Boolean),
  };
}

/** Why nothing can be queued, or null. */
export function disabledReasonFor({ affordable: paid, unaffordable }: Cost): string | null {
  if (paid > 0) return null;
  return unaffordable > 0 ? 'No credits left this month.' : 'No prospects to enrich.';
}

const creditCount = (count: number): string =>
  count === 1 ? '1 credit' : `${formatNumber(count)} credits`;
