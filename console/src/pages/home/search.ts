import { oneOf } from '../../search.ts';

/** The charts, by what they are about. */
const subjects = ['stages', 'added', 'imports'] as const;
export type Subject = (typeof subjects)[number];

/** Which charts are shown as a table: `?stages=table`. */
export type HomeSearch = { [About in Subject]?: 'table' };

export const homeSearch = (given: Record<string, unknown>): HomeSearch =>
  Object.fromEntries(
    subjects.flatMap((about) => {
      const view = oneOf(['table'] as const, given[about]);
      return view ? [[about, view]] : [];
    }),
  );
