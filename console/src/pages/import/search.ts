import { oneOf, pickStrings } from '../../browser/search-parameters.ts';

/**
 * The state of an import, kept in the URL so that a reload continues there: the chosen mapping, list
 * and tag, what happens to existing prospects, then the preview task, then the import task.
 */
export type ImportSearch = ReturnType<typeof importSearch>;

export const importSearch = (given: Record<string, unknown>) => {
  const onMatch = oneOf(['fill'], given['onMatch']);
  return {
    ...pickStrings(given, 'columns', 'list', 'tag', 'trial', 'run'),
    ...(onMatch && { onMatch }),
  };
};
