import { oneOf, pickStrings } from '../../browser/search-parameters.ts';
import { defaultSort, type ListSort, listSorts } from './list-sort.ts';

/** The filter by name, and the order unless it is by name. */
export interface TableSearch {
  q?: string;
  sort?: ListSort;
}

/** With the tab, which is lists by default. */
export interface ListsSearch extends TableSearch {
  kind?: 'tags';
}

export function listsSearch(given: Record<string, unknown>): ListsSearch {
  const kind = oneOf(['tags'] as const, given['kind']);
  const sort = oneOf(listSorts, given['sort']);
  return {
    ...(kind && { kind }),
    ...pickStrings(given, 'q'),
    ...(sort && sort !== defaultSort && { sort }),
  };
}
