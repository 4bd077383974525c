import type { Task, TaskKind } from '@outcrop/contract';
import { stageName } from '@outcrop/contract/stages';
import { taskNames } from '@outcrop/contract/task-names';
import { formatNumber } from '../../components/format.ts';

/** In display order. */
export const countNames = {
  inserted: 'new',
  updated: 'updated',
  skipped: 'unchanged',
  repeated: 'repeated',
  failed: 'failed',
  quotaBlocked: 'over quota',
  affected: 'changed',
  enrolled: 'enrolled',
  alreadyEnrolled: 'already enrolled',
  suppressed: 'do not contact',
  stopped: 'stopped before',
  unsubscribed: 'unsubscribed',
  noEmail: 'no email address',
  bounced: 'bounced',
  missingValues: 'missing values',
  ready: 'ready',
  broken: 'cannot be sent',
  unchanged: 'unchanged',
  missing: 'not found',
  sent: 'resent',
  exported: 'exported',
  moved: 'moved',
  folded: 'already in both',
  removed: 'removed',
} as const;

/** What the failures of a task are. */
export const failureNames: Partial<Record<TaskKind, string>> = {
  enroll_dry_run: 'skipped',
  enroll: 'skipped',
  rehearsal: 'cannot be sent',
};

/** "1,204 new, 86 updated". Zero counts are left out. */
export function countsText({ kind, counts }: Pick<Task, 'kind' | 'counts'>): string {
  const names: Record<string, string> =
    kind === 'enroll_dry_run' ? { ...countNames, enrolled: 'can be enrolled' } : countNames;
  const parts = Object.entries(names).flatMap(([name, label]) =>
    counts[name] ? [`${formatNumber(counts[name])} ${label}`] : [],
  );
  return parts.join(', ') || 'No changes';
}

type Change = NonNullable<Task['change']>;
type Sentence = (who: string, name: string, stage: string) => string;

/** Each bulk action in progress and completed. */
const sentences: Record<string, [doing: Sentence, done: Sentence]> = {
  tag: [(who, name) => `Tag ${who} with ${name}`, (who, name) => `Tagged ${who} with ${name}`],
  untag: [
    (who, name) => `Remove tag ${name} from ${who}`,
    (who, name) => `Removed tag ${name} from ${who}`,
  ],
  add_to_list: [
    (who, name) => `Add ${who} to list ${name}`,
    (who, name) => `Added ${who} to list ${name}`,
  ],
  remove_from_list: [
    (who, name) => `Remove ${who} from list ${name}`,
    (who, name) => `Removed ${who} from list ${name}`,
  ],
  stage: [
    (who, _, stage) => `Move ${who} to ${stage}`,
    (who, _, stage) => `Moved ${who} to ${stage}`,
  ],
  assign: [(who) => `Assign ${who} to an owner`, (who) => `Assigned ${who} to an owner`],
  unassign: [(who) => `Remove the owner of ${who}`, (who) => `Removed the owner of ${who}`],
  suppress: [
    (who) => `Mark ${who} as “Do not contact”`,
    (who) => `Marked ${who} as “Do not contact”`,
  ],
  unsuppress: [
    (who) => `Remove “Do not contact” from ${who}`,
    (who) => `Removed “Do not contact” from ${who}`,
  ],
  delete: [(who) => `Delete ${who}`, (who) => `Deleted ${who}`],
};

const listOrTagActions = ['tag', 'untag', 'add_to_list', 'remove_from_list'];

/**
 * "Tagged 179 prospects with “Q4 push”", or "Tag …" while it is not done. Null for a task of an earlier
 * version, which did not store the name.
 */
export function changeText(
  { action, name, stage }: Change,
  count: number | null,
  isDone: boolean,
): string | null {
  if (name === null && listOrTagActions.includes(action)) return null;
  const who =
    count === null ? 'prospects' : `${formatNumber(count)} prospect${count === 1 ? '' : 's'}`;
  const sentence = sentences[action]?.[isDone ? 1 : 0];
  return sentence?.(who, `“${name}”`, stage ? stageName[stage] : 'another stage') ?? null;
}

/** What tasks of other kinds count, in the singular. */
const countedNouns: Partial<Record<TaskKind, string>> = {
  import_dry_run: 'row',
  import: 'row',
  export: 'prospect',
  enroll_dry_run: 'prospect',
  enroll: 'prospect',
  rehearsal: 'prospect',
  replay: 'event',
};

/** "Import: 500 rows", also for a task that failed. */
function countTitle(kind: TaskKind, total: number | null): string {
  const counted = countedNouns[kind];
  if (!counted || total === null) return taskNames[kind];
  return `${taskNames[kind]}: ${formatNumber(total)} ${counted}${total === 1 ? '' : 's'}`;
}

/** What a task does or did. */
export function taskTitle({
  kind,
  change,
  counts,
  total,
  finishedAt,
}: Pick<Task, 'kind' | 'change' | 'counts' | 'total' | 'finishedAt'>): string {
  const isDone = finishedAt !== null;
  const count = isDone ? (counts['affected'] ?? 0) : total;
  const text = change && changeText(change, count, kind === 'undo' || isDone);
  if (!text) return countTitle(kind, total);
  if (kind !== 'undo') return text;
  return `${isDone ? 'Undid' : 'Undo'}: ${text[0]!.toLowerCase()}${text.slice(1)}`;
}
