import { oneOf } from '../../browser/search-parameters.ts';

const subjects = ['stages', 'added', 'imports'] as const;
export type Subject = (typeof subjects)[number];

/** The charts that are shown as tables: `?stages=table`. */
export type HomeSearch = { [About in Subject]?: 'table' };

export const homeSearch = (given: Record<string, unknown>): HomeSearch =>
  Object.fromEntries(
    subjects.flatMap((about) => {
      const view = oneOf(['table'] as const, given[about]);
      return view ? [[about, view]] : [];
    }),
  );
