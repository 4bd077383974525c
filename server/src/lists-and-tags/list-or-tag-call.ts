import { maxMembersPerRequest } from '@outcrop/contract';
import type { ManageCall } from '../core/sign-in/call.ts';

type ListOrTagEndpoint = 'patchList' | 'postListMerge' | 'deleteList';

/** A call for a list or a tag; only the parameter name differs. */
export type ListOrTagCall<E extends ListOrTagEndpoint> = Omit<ManageCall<E>, 'params'> & {
  params: Record<string, string>;
};

/** Whether a list or tag is too large to delete or merge in one request. */
export const isTooLargeForRequest = (size: number): boolean => size > maxMembersPerRequest;

export const nameTakenMessage = (
  kind: 'list' | 'tag',
  { id, name }: { id: string; name: string },
): string => `is already used by the ${kind} "${name}" (${id})`;
