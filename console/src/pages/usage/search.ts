import { oneOf } from '../../browser/search-parameters.ts';

const subjects = ['imports', 'credits'] as const;
export type Subject = (typeof subjects)[number];

/** The chart's metric, and whether it is shown as a table. */
export function usageSearch(given: Record<string, unknown>): { of?: Subject; view?: 'table' } {
  const [of, view] = [oneOf(subjects, given['of']), oneOf(['table'] as const, given['view'])];
  return { ...(of && { of }), ...(view && { view }) };
}
