/** Prospects per request. */
export const pageSize = 100;

/** `next` is the cursor of the following page. */
export interface LoadedPage {
  ids: readonly string[];
  next: string | null;
}

/**
 * Stores a page that was loaded or refetched. If its next cursor has changed, the pages after it
 * are outdated and dropped.
 */
export function withPage(
  loaded: readonly LoadedPage[],
  index: number,
  page: LoadedPage,
): readonly LoadedPage[] {
  const before = loaded[index];
  if (before?.next === page.next)
    return isEqual(before.ids, page.ids) ? loaded : loaded.with(index, page);
  return [...loaded.slice(0, index), page];
}

const isEqual = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((id, index) => id === others[index]);

/** The number of rows to scroll through. The next page counts as full until it is loaded. */
export const rowCount = (loaded: readonly LoadedPage[]): number =>
  loaded.reduce((sum, { ids }) => sum + ids.length, loaded.at(-1)?.next ? pageSize : 0);

export const loadedIds = (loaded: readonly LoadedPage[]): string[] =>
  loaded.flatMap(({ ids }) => ids);

/** A page is loaded when its rows are this close to the visible ones. */
const prefetchRows = 60;

/** The pages near the visible rows. The cursor of the first page is null. */
export function pagesNear(
  firstRow: number,
  lastRow: number,
  loaded: readonly LoadedPage[],
): { index: number; cursor: string | null }[] {
  const from = Math.max(Math.floor((firstRow - prefetchRows) / pageSize), 0);
  const to = Math.floor((lastRow + prefetchRows) / pageSize);
  return Array.from({ length: to - from + 1 }, (_, step) => from + step).flatMap((index) => {
    const cursor = index === 0 ? null : loaded[index - 1]?.next;
    return cursor === undefined || (cursor === null && index > 0) ? [] : [{ index, cursor }];
  });
}
