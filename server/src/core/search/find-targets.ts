import { type ProspectFilter, prospectFilter, rangeOf } from '@outcrop/contract';
import type { Tx } from '../../platform/db/index.ts';
import type { TaskSlice } from '../tasks/run-task-in-slices.ts';
import { insertTaskTargets } from '../tasks/task-targets.sql.ts';
import type { TaskRow } from '../tasks/tasks.sql.ts';
import { searchIds } from './search-prospects.ts';

const idsPerPage = 500;

/**
 * The ids that match a filter of a request body, 500 at a time. A task may have stored its filter and
 * cursor before an upgrade, when a filter had one value and not several.
 */
export async function findProspectIds(
  tx: Tx,
  stored: ProspectFilter,
  cursor: string | null,
): Promise<{ ids: string[]; nextCursor: string | null }> {
  const { createdFrom, createdTo, updatedFrom, updatedTo, ...filter } =
    prospectFilter.parse(stored);
  const startOf = (day: string | undefined) => (day === undefined ? undefined : rangeOf(day).start);
  const endOf = (day: string | undefined) => (day === undefined ? undefined : rangeOf(day).end);
  const { items, nextCursor } = await searchIds(
    tx,
    {
      ...filter,
      createdFrom: startOf(createdFrom),
      createdBefore: endOf(createdTo),
      updatedFrom: startOf(updatedFrom),
      updatedBefore: endOf(updatedTo),
    },
    { cursor: cursor ?? undefined, hasStoredCursor: true, pageSize: idsPerPage },
  );
  return { ids: items, nextCursor };
}

/**
 * The position of a task that finds all matches before it changes any, because a changed prospect may
 * no longer match. Null at the start.
 */
type TargetPosition = { finding: string | null; found: number } | { changed: number } | null;

/** Finds the next matches of a task. Null if all are found, or if the request has ids. */
export async function findTargets(
  tx: Tx,
  task: TaskRow,
  filter: ProspectFilter | null,
): Promise<TaskSlice | null> {
  const position = task.position as TargetPosition;
  if (!filter || (position !== null && !('finding' in position))) return null;
  const before = position?.found ?? 0;
  const { ids, nextCursor } = await findProspectIds(tx, filter, position?.finding ?? null);
  insertTaskTargets(tx, task.id, before, ids);
  const foundCount = before + ids.length;
  if (nextCursor !== null)
    return { done: 0, position: { finding: nextCursor, found: foundCount }, isLast: false };
  return { done: 0, total: foundCount, position: { changed: 0 }, isLast: foundCount === 0 };
}

export const processedTargetCount = ({ position }: TaskRow): number => {
  const at = position as TargetPosition;
  return at && 'changed' in at ? at.changed : 0;
};
