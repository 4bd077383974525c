import { Notifications, notifications, useNotifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { usePreferences } from '../browser/preferences.ts';

/** Notices of what was done, at the bottom of the page. Those that stay make room for newer ones. */
export function Toasts() {
  const stay = usePreferences().toasts === 'stay';
  const { notifications: shown, queue } = useNotifications();
  const oldest = shown[0]?.id;
  useEffect(() => {
    if (stay && queue.length > 0 && oldest !== undefined) notifications.hide(oldest);
  }, [stay, queue.length, oldest]);
  return <Notifications position="bottom-right" autoClose={stay ? false : 5_000} />;
}
