import type { View } from '@outcrop/contract';

/** The search parameters of the prospects page that show a view. The page ignores unknown ones. */
export const viewSearch = ({ id, query }: Pick<View, 'id' | 'query'>): { view: string } => ({
  ...Object.fromEntries(new URLSearchParams(query)),
  view: id,
});
