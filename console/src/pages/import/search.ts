import { pickStrings } from '../../browser/search-parameters.ts';

/**
 * The state of an import, kept in the URL so that a reload continues there: the chosen mapping, list
 * and tag, then the preview task, then the import task.
 */
export type ImportSearch = ReturnType<typeof importSearch>;

export const importSearch = (given: Record<string, unknown>) =>
  pickStrings(given, 'columns', 'list', 'tag', 'trial', 'run');
