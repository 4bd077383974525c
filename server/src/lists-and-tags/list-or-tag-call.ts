import { maxMembersPerRequest } from '@outcrop/contract';
import type { ManageCall } from '../core/sign-in/call.ts';

type ListOrTagEndpoint = 'patchList' | 'postListMerge' | 'deleteList';

/** Calls for lists and for tags differ only in the name of the parameter. */
export type ListOrTagCall<E extends ListOrTagEndpoint> = Omit<ManageCall<E>, 'params'> & {
  params: Record<string, string>;
};

export const isTooLargeForRequest = (size: number): boolean => size > maxMembersPerRequest;

export const nameTakenMessage = (
  kind: 'list' | 'tag',
  { id, name }: { id: string; name: string },
): string => `is already used by the ${kind} "${name}" (${id})`;
