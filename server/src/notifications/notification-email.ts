import { notificationPath, notificationText } from '@outcrop/contract/notification-text';
import { inOneLine } from '../platform/mail/one-line-rules.ts';
import type { StoredNotification } from './notifications.sql.ts';

interface Context {
  workspace: string;
  workspaceId: string;
  /** Of the console. */
  origin: string;
  nameOf: (userId: string) => string;
}

/** The most that an email lists. */
const maxListed = 20;

/** One email about all of a user's notifications, the latest first. */
export function notificationEmail(
  notifications: StoredNotification[],
  { workspace, workspaceId, origin, nameOf }: Context,
): { subject: string; text: string } {
  const pages = `${origin}/w/${workspaceId}`;
  const textOf = (each: StoredNotification) => inOneLine(notificationText(each, nameOf));
  const listed = notifications.slice(0, maxListed);
  const more = notifications.length - listed.length;
  const name = inOneLine(workspace);
  return {
    subject:
      notifications.length === 1
        ? textOf(notifications[0]!)
        : `${notifications.length} notifications from ${name}`,
    text: [
      ...listed.map((each) => `${textOf(each)}\n${pages}${notificationPath(each)}`),
      ...(more > 0 ? [`And ${more} more: ${pages}/home`] : []),
      `You get notifications from "${name}" by email. Change this in your account:\n${pages}/account`,
    ].join('\n\n'),
  };
}
