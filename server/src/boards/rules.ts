import { mostMembersAtOnce } from '@outcrop/contract';

/** Whether a list or tag of so many people takes longer to end than a request should. */
export const takesLong = (size: number): boolean => size > mostMembersAtOnce;

/** Why a name cannot be had. */
export const taken = (kind: 'list' | 'tag', { id, name }: { id: string; name: string }): string =>
  `is taken by the ${kind} "${name}" (${id})`;
