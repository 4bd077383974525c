import { atLeast } from '@outcrop/contract/roles';
import { useRead } from '../../api/endpoints.ts';
import { useMe } from '../../api/session.ts';

interface Assignee {
  value: string;
  label: string;
}

/** The people who can do a follow-up, the signed-in user first. */
export function useAssignees(): Assignee[] {
  const { user } = useMe();
  const { data } = useRead('getMembers');
  const others = (data?.members ?? []).filter(
    ({ userId, role, kind }) => userId !== user.id && kind === 'person' && atLeast(role, 'member'),
  );
  return [
    { value: user.id, label: 'You' },
    ...others.map(({ userId, name }) => ({ value: userId, label: name })),
  ];
}
