import type { EnrichmentJob } from '@outcrop/contract';
import { useRead } from './endpoints.ts';
import { useDisabledReason } from './roles.ts';
import { useMe } from './session.ts';

type Actor = EnrichmentJob['startedBy'];

/** Names for user and token ids. Only Admins can list all tokens. */
export function useActorNames() {
  const { user: me } = useMe();
  const canListAllTokens = useDisabledReason('admin') === null;
  const { data: memberData } = useRead('getMembers');
  const { data: tokenData } = useRead('getTokens');
  const user = (id: string): string => {
    const member = memberData?.members.find(({ userId }) => userId === id);
    return member?.name ?? (memberData ? 'a former member' : 'someone');
  };
  const token = (id: string): string => {
    const found = tokenData?.tokens.find((token) => token.id === id);
    if (found) return `${found.name} (${found.user.name})`;
    return canListAllTokens ? 'a revoked or expired token' : 'a token';
  };
  const actor = ({ kind, id }: Actor): string => {
    if (id === null || kind === 'system') return 'Outcrop';
    if (id === me.id) return 'you';
    return kind === 'user' ? user(id) : token(id);
  };
  return { user, actor };
}
