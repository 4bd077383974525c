import type { EnrichmentJob } from '@outcrop/contract';
import { useRead } from './lines.ts';
import { useReasonAgainst } from './roles.ts';

type Actor = EnrichmentJob['startedBy'];

/** Gives people and tokens their names where a line tells only ids. Only Admins see every token. */
export function useNames() {
  const seesAll = useReasonAgainst('admin') === null;
  const { data: people } = useRead('getMembers');
  const { data: keys } = useRead('getTokens');
  const user = (id: string): string =>
    people?.members.find(({ userId }) => userId === id)?.name ?? 'someone who has left';
  const token = (id: string): string => {
    const found = keys?.tokens.find((each) => each.id === id);
    if (found) return `${found.name} (${found.user.name})`;
    return seesAll ? 'a token that has ended' : 'a token';
  };
  const actor = ({ kind, id }: Actor): string => {
    if (id === null || kind === 'system') return 'Outcrop';
    return kind === 'user' ? user(id) : token(id);
  };
  return { user, actor };
}
