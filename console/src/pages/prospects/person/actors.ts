import type { ManageData } from '@outcrop/contract';
import { useRead } from '../../../api/lines.ts';
import { useMe } from '../../../api/session.ts';

type Actor = ManageData<'getProspectTimeline'>['entries'][number]['actor'];

/** Gives who did something a name, as far as the reader may know it. */
export function useActorNames(): (actor: Actor) => string {
  const { user: me } = useMe();
  const { data: people } = useRead('getMembers');
  const { data: keys } = useRead('getTokens');
  return ({ kind, id }) => {
    if (kind === 'system') return 'Outcrop';
    if (kind === 'token') {
      const token = keys?.tokens.find((each) => each.id === id);
      return token ? `${token.name} (${token.user.name})` : 'a token';
    }
    if (id === me.id) return 'you';
    const member = people?.members.find(({ userId }) => userId === id);
    return member?.name ?? (people ? 'someone who has left' : 'someone');
  };
}
