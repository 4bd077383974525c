import type { ManageData } from '@outcrop/contract';
import { peopleCount } from '../../parts/person.ts';
import { number } from './job-words.ts';

export type Rehearsed = ManageData<'postEnrich'>;

/** What a rehearsal that may leave people out has told. */
export interface Cost {
  /** How many are enriched, for a credit each. */
  paid: number;
  /** How many the credits do not reach. */
  unpaid: number;
  /** What is said about it, a sentence each. */
  sentences: string[];
}

export function costOf({ results, queued, credits, notFound = [] }: Rehearsed): Cost {
  const skipped = (reason: string) => results.filter((each) => each.reason === reason).length;
  const unpaid = skipped('insufficient_credits');
  const underWay = skipped('already_queued');
  return {
    paid: queued,
    unpaid,
    sentences: [
      unpaid > 0
        ? `This needs ${creditCount(queued + unpaid)}, and ${queued === 1 ? '1 is' : `${number(queued)} are`} left this month.`
        : '',
      unpaid === 0 && queued > 0
        ? `Takes ${creditCount(queued)}, and leaves ${number(credits.remaining)}. What fails is given back.`
        : '',
      underWay > 0 ? `${peopleCount(underWay)} left out: in the queue already.` : '',
      notFound.length > 0 ? `${peopleCount(notFound.length)} left out: deleted meanwhile.` : '',
    ].filter(Boolean),
  };
}

/** Why nothing can be queued, if so. */
export function reasonAgainst({ paid, unpaid }: Cost): string | null {
  if (paid > 0) return null;
  return unpaid > 0 ? 'No credits are left this month.' : 'Nobody is left to do it for.';
}

const creditCount = (count: number): string =>
  count === 1 ? '1 credit' : `${number(count)} credits`;
