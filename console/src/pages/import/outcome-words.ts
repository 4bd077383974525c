import type { Task } from '@outcrop/contract';
import { countNames } from '../../parts/task-words.ts';

/** What can come of a row, and what that means: before anything was done, and after. */
const meanings = {
  inserted: { will: 'will be added', did: 'were added' },
  updated: {
    will: 'are here already, and will learn something new',
    did: 'were here already, and have learned something new',
  },
  skipped: {
    will: 'are here already, just as the file has them',
    did: 'were here already, just as the file has them',
  },
  failed: {
    will: 'cannot be imported; the reasons are below',
    did: 'could not be imported; the reasons are below',
  },
  quotaBlocked: {
    will: 'will be left out, since the month’s imports do not suffice',
    did: 'were left out, since the month’s imports did not suffice',
  },
} as const;
type Kind = keyof typeof meanings;

interface OutcomeLine {
  kind: Kind;
  count: number;
  name: string;
  meaning: string;
}

/** What comes, or came, of the rows; nothing is said of what did not occur, save that nobody is new. */
export const outcomeOf = ({ kind: task, counts }: Pick<Task, 'kind' | 'counts'>): OutcomeLine[] =>
  (Object.keys(meanings) as Kind[]).flatMap((kind) => {
    const count = counts[kind] ?? 0;
    const meaning = meanings[kind][task === 'import_dry_run' ? 'will' : 'did'];
    return count > 0 || kind === 'inserted'
      ? [{ kind, count, name: countNames[kind], meaning }]
      : [];
  });

const sumOf = ({ counts }: Pick<Task, 'counts'>, ...kinds: Kind[]): number =>
  kinds.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);

/** How many rows are, or will be, people of the workspace. */
export const peopleIn = (task: Pick<Task, 'counts'>): number =>
  sumOf(task, 'inserted', 'updated', 'skipped');

/** How many of them the file tells something new about. */
export const newsIn = (task: Pick<Task, 'counts'>): number => sumOf(task, 'inserted', 'updated');
