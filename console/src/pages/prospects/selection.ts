/** Either some prospects by id, or all that match the filters, loaded or not. */
export interface Selection {
  ids: ReadonlySet<string>;
  isAllMatching: boolean;
}

export const noneSelected: Selection = { ids: new Set(), isAllMatching: false };
export const allSelected: Selection = { ids: new Set(), isAllMatching: true };
export const selectIds = (ids: Iterable<string>): Selection => ({
  ids: new Set(ids),
  isAllMatching: false,
});

export const isSelected = (selection: Selection, id: string): boolean =>
  selection.isAllMatching || selection.ids.has(id);

export const isEmpty = ({ ids, isAllMatching: all }: Selection): boolean => !all && ids.size === 0;

/** Deselecting one of all matching leaves the other loaded ones selected. */
export function toggleId(selection: Selection, id: string, loadedIds: string[]): Selection {
  const ids = new Set(selection.isAllMatching ? loadedIds : selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return selectIds(ids);
}

/** Adds the rows between two indexes, in either direction. */
export function selectRange(
  selection: Selection,
  from: number,
  to: number,
  loadedIds: string[],
): Selection {
  if (selection.isAllMatching) return selection;
  const between = loadedIds.slice(Math.min(from, to), Math.max(from, to) + 1);
  return selectIds([...selection.ids, ...between]);
}

/** The state of the checkbox in the table heading. */
export function selectAllState(selection: Selection, loadedIds: string[]): 'all' | 'some' | 'none' {
  const count = selection.isAllMatching
    ? loadedIds.length
    : loadedIds.filter((id) => selection.ids.has(id)).length;
  if (count === 0) return 'none';
  return count === loadedIds.length ? 'all' : 'some';
}
