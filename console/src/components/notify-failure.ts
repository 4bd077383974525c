import { notifications } from '@mantine/notifications';
import { describeError } from './states.tsx';

/** Reports the failure of something that has no place of its own on the page. */
export const notifyFailure = (title: string, error: unknown): void =>
  void notifications.show({ title, message: describeError(error).advice, color: 'danger' });
