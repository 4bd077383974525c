import type { ListOrTag } from './list-or-tag.ts';

export const listSorts = ['name', '-name', 'people', '-people'] as const;
export type ListSort = (typeof listSorts)[number];

/** The order without a sort in the URL. The API returns lists and tags in this order. */
export const defaultSort = 'name' satisfies ListSort;

export const sortNames: Record<ListSort, string> = {
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  people: 'Fewest people first',
  '-people': 'Most people first',
};

/** The order after a click on a heading: names from A to Z or most people, and then the reverse. */
export function nextSort(field: 'name' | 'people', current: ListSort): ListSort {
  if (field === 'name') return current === 'name' ? '-name' : 'name';
  return current === '-people' ? 'people' : '-people';
}

/** The items are in the order of names, which is kept among equal counts. */
export function sortItems(items: ListOrTag[], sort: ListSort): ListOrTag[] {
  if (sort === 'name') return items;
  if (sort === '-name') return items.toReversed();
  const direction = sort === 'people' ? 1 : -1;
  return items.toSorted((a, b) => direction * (a.count - b.count));
}
