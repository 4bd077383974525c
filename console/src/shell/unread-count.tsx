import { VisuallyHidden } from '@mantine/core';
import { useRead } from '../api/endpoints.ts';
import classes from './shell.module.css';

const refetchInterval = 30_000;
const maxCounted = 99;

/** The number of open conversations with unread messages, "99+" at most. */
export function UnreadCount() {
  const { data } = useRead(
    'getConversations',
    { query: { state: 'open', unread: 'true', limit: String(maxCounted) } },
    { refetchInterval },
  );
  const count = data?.conversations.length ?? 0;
  if (count === 0) return null;
  return (
    <span className={classes.count}>
      {count}
      {data?.nextCursor && '+'}
      <VisuallyHidden> unread</VisuallyHidden>
    </span>
  );
}
