import type { EnrichmentJob } from '@outcrop/contract';
import { useRead } from './lines.ts';
import { useReasonAgainst } from './roles.ts';
import { useMe } from './session.ts';

type Actor = EnrichmentJob['startedBy'];

/** Gives people and tokens their names where a line tells only ids. Only Admins see every token. */
export function useNames() {
  const { user: me } = useMe();
  const seesAll = useReasonAgainst('admin') === null;
  const { data: people } = useRead('getMembers');
  const { data: keys } = useRead('getTokens');
  const user = (id: string): string => {
    const member = people?.members.find(({ userId }) => userId === id);
    return member?.name ?? (people ? 'someone who has left' : 'someone');
  };
  const token = (id: string): string => {
    const found = keys?.tokens.find((each) => each.id === id);
    if (found) return `${found.name} (${found.user.name})`;
    return seesAll ? 'a token that has ended' : 'a token';
  };
  const actor = ({ kind, id }: Actor): string => {
    if (id === null || kind === 'system') return 'Outcrop';
    if (id === me.id) return 'you';
    return kind === 'user' ? user(id) : token(id);
  };
  return { user, actor };
}
