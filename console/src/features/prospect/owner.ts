import { atLeast } from '@outcrop/contract/roles';
import { useMemo } from 'react';
import { useRead } from '../../api/endpoints.ts';
import { queryClient } from '../../api/query-client.ts';
import { meQuery, useMe } from '../../api/session.ts';

interface Choice {
  value: string;
  label: string;
}

/** Who can own a prospect: the signed-in user first, then the others. */
export function useOwners(): Choice[] {
  const { user } = useMe();
  return [{ value: user.id, label: 'You' }, ...useOthers()];
}

/** The choices of a filter. In a link, `me` is each user who opens it. */
export function useOwnerChoices(): Choice[] {
  const others = useOthers();
  return useMemo(
    () => [{ value: 'me', label: 'You' }, ...others, { value: 'none', label: 'No owner' }],
    [others],
  );
}

function useOthers(): Choice[] {
  const { user } = useMe();
  const { data } = useRead('getMembers');
  return useMemo(
    () =>
      (data?.members ?? [])
        .filter(
          ({ userId, role, kind }) =>
            userId !== user.id && kind === 'person' && atLeast(role, 'member'),
        )
        .map(({ userId, name }) => ({ value: userId, label: name })),
    [data, user.id],
  );
}

/** The name of an owner; null for none. */
export function useOwnerName() {
  const { user } = useMe();
  const { data } = useRead('getMembers');
  return (ownerId: string | null): string | null => {
    if (ownerId === null) return null;
    if (ownerId === user.id) return 'You';
    return data?.members.find(({ userId }) => userId === ownerId)?.name ?? '…';
  };
}

/** The filters of a request, with the user's id in place of `me`. */
export const withOwnerId = <Filters extends { ownerId?: string }>(filters: Filters): Filters =>
  filters.ownerId === 'me'
    ? { ...filters, ownerId: queryClient.getQueryData(meQuery.queryKey)?.user.id ?? 'none' }
    : filters;
