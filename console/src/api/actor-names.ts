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
  const memberName = (id: string): string | undefined =>
    memberData?.members.find(({ userId }) => userId === id)?.name;
  const tokenName = (id: string): string | undefined => {
    const found = tokenData?.tokens.find((token) => token.id === id);
    return found && `${found.name} (${found.user.name})`;
  };
  const user = (id: string): string =>
    memberName(id) ?? (memberData ? 'a former member' : 'someone');
  const token = (id: string): string =>
    tokenName(id) ?? (canListAllTokens ? 'a revoked or expired token' : 'a token');
  const actor = ({ kind, id }: Actor): string => {
    if (id === null || kind === 'system') return 'Outcrop';
    if (id === me.id) return 'you';
    return kind === 'user' ? user(id) : token(id);
  };
  /** Of a user or a token. */
  const any = (id: string): string => memberName(id) ?? tokenName(id) ?? 'someone';
  return { user, actor, any };
}
