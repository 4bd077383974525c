import { notificationPath, notificationText } from '@outcrop/contract/notification-text';
import { selectMembers } from '../core/workspaces/members.sql.ts';
import { selectWorkspaceName } from '../core/workspaces/workspaces.sql.ts';
import { type Database, sql } from '../platform/db/index.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import { toOneLine } from '../platform/mail/one-line-rules.ts';
import { defineScheduledJob } from '../platform/queue/job.ts';
import type { ScheduledJobContext } from '../platform/queue/job-registry.ts';
import { type StoredNotification, takeDueNotifications } from './notifications.sql.ts';

export interface NotificationMailDeps {
  db: Database;
  mailer: Mailer | undefined;
  clock: () => Date;
  publicUrl: string;
}

interface MailRecipient {
  workspaceId: string;
  userId: string;
}

const batchSize = 500;

export const mailNotifications = defineScheduledJob({
  name: 'mail-notifications',
  everySeconds: 60,
});

/** Sends unread notifications to users who want them by email, one email for each user. */
export const runMailNotifications =
  ({ db, mailer, clock, publicUrl }: NotificationMailDeps) =>
  async ({ signal, log }: Pick<ScheduledJobContext, 'signal' | 'log'>): Promise<void> => {
    if (!mailer) return;
    const at = clock();
    const recipients = await db.query<MailRecipient>(sql`
      select workspace_id as "workspaceId", user_id as "userId"
      from notification_mail_due(${at}, ${batchSize})`);
    for (const { workspaceId, userId } of recipients) {
      if (signal.aborted) return;
      const mail = await db.transaction(workspaceId, async (tx) => {
        const notifications = await takeDueNotifications(tx, userId, at);
        if (notifications.length === 0) return null;
        const [name, members] = await Promise.all([selectWorkspaceName(tx), selectMembers(tx)]);
        return { notifications, name, members };
      });
      const to = mail?.members.find((member) => member.userId === userId)?.email;
      if (!mail || !to) continue;
      const names = new Map(mail.members.map((member) => [member.userId, member.name]));
      const email = notificationEmail(mail.notifications, {
        workspace: mail.name,
        origin: publicUrl,
        workspaceId,
        nameOf: (id) => names.get(id) ?? 'someone',
      });
      // The notifications are already taken, so a crash loses an email instead of repeating it.
      await mailer
        .send({ to, ...email })
        .catch((error: Error) => log.warn({ err: error }, 'notifications not sent by email'));
    }
  };

interface MailContext {
  workspace: string;
  workspaceId: string;
  /** The origin of the console. */
  origin: string;
  nameOf: (userId: string) => string;
}

const maxListedNotifications = 20;

function notificationEmail(
  notifications: StoredNotification[],
  { workspace, workspaceId, origin, nameOf }: MailContext,
): { subject: string; text: string } {
  const pages = `${origin}/w/${workspaceId}`;
  const textOf = (each: StoredNotification) => toOneLine(notificationText(each, nameOf));
  const listed = notifications.slice(0, maxListedNotifications);
  const more = notifications.length - listed.length;
  const name = toOneLine(workspace);
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
