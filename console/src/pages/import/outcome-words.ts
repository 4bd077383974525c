import type { Task } from '@outcrop/contract';
import { countNames } from '../../parts/task-words.ts';

/** What can come of a row, and what that means: before anything was done, and after. */
const meanings = {
  inserted: { will: 'will be added', did: 'were added' },
  updated: {
    will: 'are here already and will be updated',
    did: 'were here already and were updated',
  },
  skipped: {
    will: 'are here already, with nothing to change',
    did: 'were here already, with nothing to change',
  },
  repeated: {
    will: 'same person as an earlier row in the file; the last row wins',
    did: 'same person as an earlier row in the file; the last row won',
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

/** How many people of the file are, or will be, in the workspace. */
export const peopleIn = (task: Pick<Task, 'counts'>): number =>
  sumOf(task, 'inserted', 'updated', 'skipped');

/** How many of them are new or change. */
export const newsIn = (task: Pick<Task, 'counts'>): number => sumOf(task, 'inserted', 'updated');
