import type { ForgetCopies } from '../core/prospects/forget-people.ts';
import { deleteViews, lockViews, selectViewTexts } from './views.sql.ts';

/** Deletes views that search for a person or are named after one. */
export const forgetInViews: ForgetCopies = async ({ transaction }, { people }) => {
  await transaction(async (tx) => {
    await lockViews(tx);
    const views = await selectViewTexts(tx);
    const ids = views
      .filter(({ name, query }) =>
        [name, ...new URLSearchParams(query).values()].some((text) => people.isInText(text)),
      )
      .map(({ id }) => id);
    await deleteViews(tx, ids);
  });
};
