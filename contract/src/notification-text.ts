import type { Notification } from './manage/notifications.ts';
import type { TaskKind } from './manage/tasks.ts';
import { taskNames } from './task-names.ts';

/** "Amara Okafor replied" */
export function notificationText(
  {
    kind,
    prospect,
    actorId,
    detail,
  }: Pick<Notification, 'kind' | 'prospect' | 'actorId' | 'detail'>,
  nameOf: (userId: string) => string,
): string {
  const who = prospect?.fullName ?? prospect?.email ?? 'a prospect';
  switch (kind) {
    case 'reply':
      return capitalize(`${who} replied`);
    case 'mention':
      return capitalize(
        `${actorId ? nameOf(actorId) : 'someone'} mentioned you in a note about ${who}`,
      );
    case 'follow_up':
      return `Follow-up due: ${detail ?? 'deleted'} (${who})`;
    case 'task': {
      const [task, status] = detail?.split(' ') ?? [];
      const name = taskNames[task as TaskKind] ?? 'Background job';
      return `${name} ${status === 'failed' ? 'failed' : 'completed'}`;
    }
    case 'mailbox':
      return `Mailbox ${detail ?? '(removed)'} needs attention`;
    case 'webhook':
      return `Webhook ${detail ?? '(deleted)'} was disabled`;
  }
}

const capitalize = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

/** The page of the console that a notification is about, behind the address of the workspace. */
export function notificationPath({
  kind,
  subjectId,
  prospect,
}: Pick<Notification, 'kind' | 'subjectId' | 'prospect'>): string {
  switch (kind) {
    case 'reply':
      return `/inbox/${subjectId}`;
    case 'mention':
    case 'follow_up':
      return `/prospects?prospect=${prospect?.id ?? ''}`;
    case 'task':
      return `/tasks/${subjectId}`;
    case 'mailbox':
      return `/settings/mailboxes/${subjectId}`;
    case 'webhook':
      return `/settings/webhooks/${subjectId}`;
  }
}
