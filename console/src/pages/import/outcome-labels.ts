import type { Task } from '@outcrop/contract';
import { countNames } from '../../features/tasks/task-labels.ts';

/** What each count means, in the preview and after the import. */
const meanings = {
  inserted: { will: 'will be added', did: 'added' },
  updated: {
    will: 'already in this workspace, will be updated',
    did: 'already in this workspace, updated',
  },
  skipped: {
    will: 'already in this workspace, no changes',
    did: 'already in this workspace, no changes',
  },
  repeated: {
    will: 'same prospect as an earlier row; the last row is used',
    did: 'same prospect as an earlier row; the last row was used',
  },
  failed: {
    will: 'can’t be imported; see the reasons below',
    did: 'not imported; see the reasons below',
  },
  quotaBlocked: {
    will: 'over your monthly limit, won’t be imported',
    did: 'over your monthly limit, not imported',
  },
} as const;
type Kind = keyof typeof meanings;

interface OutcomeRow {
  kind: Kind;
  count: number;
  name: string;
  meaning: string;
}

/** The counts that are not zero; the number of new prospects is always included. */
export const outcomeRows = ({ kind: task, counts }: Pick<Task, 'kind' | 'counts'>): OutcomeRow[] =>
  (Object.keys(meanings) as Kind[]).flatMap((kind) => {
    const count = counts[kind] ?? 0;
    const meaning = meanings[kind][task === 'import_dry_run' ? 'will' : 'did'];
    return count > 0 || kind === 'inserted'
      ? [{ kind, count, name: countNames[kind], meaning }]
      : [];
  });

const sumCounts = ({ counts }: Pick<Task, 'counts'>, ...kinds: Kind[]): number =>
  kinds.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);

/** How many prospects of the file are, or will be, in the workspace. */
export const countImportable = (task: Pick<Task, 'counts'>): number =>
  sumCounts(task, 'inserted', 'updated', 'skipped');

/** How many prospects are new or updated. */
export const countChanges = (task: Pick<Task, 'counts'>): number =>
  sumCounts(task, 'inserted', 'updated');
