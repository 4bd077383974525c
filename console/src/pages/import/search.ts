import { textsOf } from '../../search.ts';

/**
 * How far an import is: what was chosen (the field of each column, the list, the tag), then the task
 * of the trial, then that of the run. A reload goes on from there.
 */
export type ImportSearch = ReturnType<typeof importSearch>;

export const importSearch = (given: Record<string, unknown>) =>
  textsOf(given, 'columns', 'list', 'tag', 'trial', 'run');
