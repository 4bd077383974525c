import type { ManageData } from '@outcrop/contract';
import { formatNumber } from '../../components/format.ts';
import { peopleCount } from '../prospect/counts.ts';

export type DryRun = ManageData<'postEnrich'>;

/** The result of a dry run with `allowPartial`. */
export interface Cost {
  /** How many can be enriched, at 1 credit each. */
  affordable: number;
  /** How many the remaining credits don't cover. */
  unaffordable: number;
  sentences: string[];
}

export function costOf({ results, queued, credits, notFound = [] }: DryRun): Cost {
  const skipped = (reason: string) => results.filter((each) => each.reason === reason).length;
  const unaffordable = skipped('insufficient_credits');
  const alreadyQueued = skipped('already_queued');
  return {
    affordable: queued,
    unaffordable,
    sentences: [
      unaffordable > 0
        ? `This needs ${creditCount(queued + unaffordable)}; ${queued === 1 ? '1 is' : `${formatNumber(queued)} are`} left this month.`
        : '',
      unaffordable === 0 && queued > 0
        ? `Uses ${creditCount(queued)} (${formatNumber(credits.remaining)} left). Failures are refunded.`
        : '',
      alreadyQueued > 0 ? `${peopleCount(alreadyQueued)} skipped: already queued.` : '',
      notFound.length > 0 ? `${peopleCount(notFound.length)} skipped: deleted.` : '',
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
