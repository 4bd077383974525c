import { oneOf, textsOf } from '../../search.ts';

/** Lists unless tags are meant, and the words that their names must have. */
export interface ListsSearch {
  kind?: 'tags';
  q?: string;
}

export function listsSearch(given: Record<string, unknown>): ListsSearch {
  const kind = oneOf(['tags'] as const, given['kind']);
  return { ...(kind && { kind }), ...textsOf(given, 'q') };
}
