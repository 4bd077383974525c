import { useRead } from './lines.ts';
import { useReasonAgainst } from './roles.ts';

/** Gives people and tokens their names where a line tells only ids. For Admins, who see all. */
export function useNames() {
  const enabled = useReasonAgainst('admin') === null;
  const { data: people } = useRead('getMembers', {}, { enabled });
  const { data: keys } = useRead('getTokens', {}, { enabled });
  return {
    user: (id: string): string =>
      people?.members.find(({ userId }) => userId === id)?.name ?? 'someone who has left',
    token: (id: string): string => {
      const token = keys?.tokens.find((each) => each.id === id);
      return token ? `${token.name} (${token.user.name})` : 'a token that has ended';
    },
  };
}
