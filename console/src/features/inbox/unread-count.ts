import { useRead } from '../../api/endpoints.ts';

const refetchInterval = 30_000;
const maxCounted = 99;

/** The number of open conversations with unread messages, "99+" at most. Null if there are none. */
export function useUnreadCount(): string | null {
  const { data } = useRead(
    'getConversations',
    { query: { state: 'open', unread: 'true', limit: String(maxCounted) } },
    { refetchInterval },
  );
  const count = data?.conversations.length ?? 0;
  return count === 0 ? null : `${count}${data?.nextCursor ? '+' : ''}`;
}
