import type { ManageCall } from '../core/sign-in/call.ts';

type Id = 'patchList' | 'postListMerge' | 'deleteList';

/** A call for a list or a tag; only the parameter name differs. */
export type ListOrTagCall<E extends Id> = Omit<ManageCall<E>, 'params'> & {
  params: Record<string, string>;
};
