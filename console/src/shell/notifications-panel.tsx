import { Anchor, Button, Group, Text } from '@mantine/core';
import type { Notification } from '@outcrop/contract';
import { notificationPath, notificationText } from '@outcrop/contract/notification-text';
import { useNavigate } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { useActorNames } from '../api/actor-names.ts';
import { useWrite } from '../api/endpoints.ts';
import { useWorkspaceId } from '../api/session.ts';
import { FailureNote } from '../components/failure-note.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import classes from './notifications-panel.module.css';

interface Props {
  notifications: Notification[];
  hasUnread: boolean;
  onClose: () => void;
}

export function NotificationsPanel({ notifications, hasUnread, onClose }: Props) {
  const { user } = useActorNames();
  const workspaceId = useWorkspaceId();
  const navigate = useNavigate();
  const read = useWrite('postNotificationsRead', ['getNotifications']);
  const open = (event: MouseEvent, notification: Notification, href: string) => {
    if (notification.readAt === null) read.mutate({ body: { ids: [notification.id] } });
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onClose();
    void navigate({ href });
  };
  return (
    <>
      <Group justify="space-between" mb="xs">
        <Text fw={600} size="sm">
          Notifications
        </Text>
        <Button
          size="compact-sm"
          variant="subtle"
          disabled={!hasUnread}
          loading={read.isPending}
          onClick={() => read.mutate({ body: {} })}
        >
          Mark all as read
        </Button>
      </Group>
      <FailureNote error={read.error} />
      {notifications.length === 0 && (
        <Text size="sm" c="dimmed">
          Replies, mentions and due follow-ups appear here.
        </Text>
      )}
      <ul className={classes.list}>
        {notifications.map((notification) => {
          const href = `/w/${workspaceId}${notificationPath(notification)}`;
          const isUnread = notification.readAt === null;
          return (
            <li key={notification.id} className={classes.item} data-unread={isUnread || undefined}>
              <Anchor inherit href={href} onClick={(event) => open(event, notification, href)}>
                {notificationText(notification, user)}
              </Anchor>
              <span className={classes.when}>
                <RelativeTime at={notification.createdAt} />
                {isUnread && ', unread'}
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
