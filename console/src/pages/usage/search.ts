import { oneOf } from '../../browser/search-parameters.ts';
import type { Subject } from '../../features/usage/burn.ts';

const subjects: readonly Subject[] = ['imports', 'credits'];

/** The chart's metric, and whether it is shown as a table. */
export function usageSearch(given: Record<string, unknown>): { of?: Subject; view?: 'table' } {
  const [of, view] = [oneOf(subjects, given['of']), oneOf(['table'] as const, given['view'])];
  return { ...(of && { of }), ...(view && { view }) };
}
