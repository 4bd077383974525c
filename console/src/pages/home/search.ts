import { oneOf, pickStrings } from '../../browser/search-parameters.ts';

const subjects = ['stages', 'added', 'imports', 'emails'] as const;
export type Subject = (typeof subjects)[number];

/** The charts that are shown as tables, such as `?stages=table`, and the open prospect. */
export type HomeSearch = { [About in Subject]?: 'table' } & { prospect?: string };

export const homeSearch = (given: Record<string, unknown>): HomeSearch => ({
  ...pickStrings(given, 'prospect'),
  ...Object.fromEntries(
    subjects.flatMap((about) => {
      const view = oneOf(['table'] as const, given[about]);
      return view ? [[about, view]] : [];
    }),
  ),
});
