import { VisuallyHidden } from '@mantine/core';
import { useUnreadCount } from '../features/inbox/unread-count.ts';
import classes from './shell.module.css';

export function UnreadCount() {
  const count = useUnreadCount();
  if (count === null) return null;
  return (
    <span className={classes.count}>
      {count}
      <VisuallyHidden> unread</VisuallyHidden>
    </span>
  );
}
