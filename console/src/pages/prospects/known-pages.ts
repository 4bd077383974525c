/** How many people one request reads. */
export const pageSize = 100;

/** A page that was read once: who stood on it, and where the next one begins. */
export interface KnownPage {
  ids: readonly string[];
  next: string | null;
}

/**
 * What is known after a page was read, perhaps again. If it now ends elsewhere, those behind it
 * began in the wrong place and are forgotten.
 */
export function withPage(
  known: readonly KnownPage[],
  place: number,
  page: KnownPage,
): readonly KnownPage[] {
  const before = known[place];
  if (before?.next === page.next)
    return isSame(before.ids, page.ids) ? known : known.with(place, page);
  return [...known.slice(0, place), page];
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((id, place) => id === others[place]);

/** How many rows there are to scroll through. A page that was not read yet is taken to be full. */
export const rowsOf = (known: readonly KnownPage[]): number =>
  known.reduce((sum, { ids }) => sum + ids.length, known.at(-1)?.next ? pageSize : 0);

export const idsOf = (known: readonly KnownPage[]): string[] => known.flatMap(({ ids }) => ids);

/** How many rows before they come into sight a page is read. */
const ahead = 60;

/** The pages on or near the rows in sight, each with where it begins: null is the very start. */
export function pagesNear(
  firstRow: number,
  lastRow: number,
  known: readonly KnownPage[],
): { place: number; cursor: string | null }[] {
  const from = Math.max(Math.floor((firstRow - ahead) / pageSize), 0);
  const to = Math.floor((lastRow + ahead) / pageSize);
  return Array.from({ length: to - from + 1 }, (_, step) => from + step).flatMap((place) => {
    const cursor = place === 0 ? null : known[place - 1]?.next;
    return cursor === undefined || (cursor === null && place > 0) ? [] : [{ place, cursor }];
  });
}
