import { IconBell } from '@tabler/icons-react';
import { useRead } from '../api/endpoints.ts';
import { lazyComponent } from '../components/lazy.tsx';
import { HeaderPopover } from './header-popover.tsx';

const NotificationsPanel = lazyComponent(
  async () => (await import('./notifications-panel.tsx')).NotificationsPanel,
);

const refetchInterval = 30_000;
const newest = { query: { limit: '20' } };

/** The number of unread notifications, and the latest of them. */
export function NotificationsBell() {
  const { data } = useRead('getNotifications', newest, { refetchInterval });
  const unread = data?.unread ?? 0;
  return (
    <HeaderPopover
      title="Notifications"
      icon={<IconBell size={20} />}
      count={unread}
      counted="unread"
    >
      {(close) => (
        <NotificationsPanel
          notifications={data?.notifications ?? []}
          hasUnread={unread > 0}
          onClose={close}
        />
      )}
    </HeaderPopover>
  );
}
