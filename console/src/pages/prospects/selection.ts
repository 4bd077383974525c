/** Who is selected: some by id, or everyone whom the filters match, seen or not. */
export interface Selection {
  ids: ReadonlySet<string>;
  everyone: boolean;
}

export const nobody: Selection = { ids: new Set(), everyone: false };
export const everyone: Selection = { ids: new Set(), everyone: true };
export const these = (ids: Iterable<string>): Selection => ({ ids: new Set(ids), everyone: false });

export const isSelected = (selection: Selection, id: string): boolean =>
  selection.everyone || selection.ids.has(id);

export const isNobody = ({ ids, everyone: all }: Selection): boolean => !all && ids.size === 0;

/** Whoever takes one off everyone is left with those who were in sight. */
export function toggled(selection: Selection, id: string, seen: string[]): Selection {
  const ids = new Set(selection.everyone ? seen : selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return these(ids);
}

/** All rows from one to another, in either direction, besides those already selected. */
export function withRange(
  selection: Selection,
  from: number,
  to: number,
  seen: string[],
): Selection {
  if (selection.everyone) return selection;
  const between = seen.slice(Math.min(from, to), Math.max(from, to) + 1);
  return these([...selection.ids, ...between]);
}

/** How the box above the rows stands, and what it does: all in sight, or nobody. */
export function ofAllSeen(selection: Selection, seen: string[]): 'all' | 'some' | 'none' {
  const count = selection.everyone
    ? seen.length
    : seen.filter((id) => selection.ids.has(id)).length;
  if (count === 0) return 'none';
  return count === seen.length ? 'all' : 'some';
}
