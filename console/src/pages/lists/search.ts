import { oneOf, pickStrings } from '../../browser/search-parameters.ts';

/** The tab (lists by default) and the filter by name. */
export interface ListsSearch {
  kind?: 'tags';
  q?: string;
}

export function listsSearch(given: Record<string, unknown>): ListsSearch {
  const kind = oneOf(['tags'] as const, given['kind']);
  return { ...(kind && { kind }), ...pickStrings(given, 'q') };
}
