import { maxMembersPerRequest } from '@outcrop/contract';

/** Whether a list or tag is too large to delete or merge in one request. */
export const needsTask = (size: number): boolean => size > maxMembersPerRequest;

export const nameTakenMessage = (
  kind: 'list' | 'tag',
  { id, name }: { id: string; name: string },
): string => `is already used by the ${kind} "${name}" (${id})`;
