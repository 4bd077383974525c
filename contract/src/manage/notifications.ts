import { z } from 'zod';
import { defineEndpoint, manageDefaults, noQuery, writeResultFields } from '../endpoint.ts';
import { exampleIds } from '../example-ids.ts';
import { count, id, timestamp } from '../fields.ts';
import { nextCursor, pageParams } from '../query.ts';

export const notificationKinds = [
  'reply',
  'mention',
  'follow_up',
  'task',
  'mailbox',
  'webhook',
] as const;

/** Only this many of the latest notifications are counted as unread. */
export const maxUnread = 200;

const notification = z
  .strictObject({
    id: id(),
    kind: z.enum(notificationKinds),
    subjectId: id().describe(
      'The conversation, note, follow-up, task, mailbox or webhook that it is about.',
    ),
    prospect: z
      .strictObject({
        id: id(),
        fullName: z.string().nullable(),
        email: z.string().nullable(),
      })
      .nullable(),
    actorId: id().nullable().describe('The user who caused it.'),
    detail: z
      .string()
      .nullable()
      .describe(
        'The title of a follow-up, kind and status of a task, address of a mailbox or URL of a webhook.',
      ),
    createdAt: timestamp(),
    readAt: timestamp().nullable(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.output<typeof notification>;

const unread = count().max(maxUnread).describe('How many of the latest 200 are unread.');

export const getNotifications = defineEndpoint({
  ...manageDefaults,
  id: 'getNotifications',
  method: 'GET',
  path: '/notifications',
  topic: 'Notifications',
  summary: 'List your notifications',
  description:
    'Returns what the caller should know about, the latest first: replies of their prospects and ' +
    'of those without an owner, mentions, follow-ups due today, tasks that failed or took a while, ' +
    'and for Admins failing mailboxes and disabled webhooks. Kept for 90 days.',
  role: 'viewer',
  query: z.object({ ...pageParams('Notifications') }),
  body: null,
  data: z.strictObject({ notifications: z.array(notification), unread, nextCursor }),
  examples: [
    {
      summary: 'A reply',
      query: { limit: '1' },
      data: {
        notifications: [
          {
            id: exampleIds.event,
            kind: 'reply',
            subjectId: exampleIds.conversation,
            prospect: {
              id: exampleIds.amara,
              fullName: 'Amara Okafor',
              email: 'amara.okafor@saltmarsh.example',
            },
            actorId: null,
            detail: null,
            createdAt: '2026-03-05T14:02:38.204Z',
            readAt: null,
          },
        ],
        unread: 1,
        nextCursor: null,
      },
    },
  ],
});

export const postNotificationsRead = defineEndpoint({
  ...manageDefaults,
  id: 'postNotificationsRead',
  method: 'POST',
  path: '/notifications/read',
  topic: 'Notifications',
  summary: 'Mark notifications as read',
  description: 'Marks some of the caller’s notifications as read, or all. Unknown ids are ignored.',
  role: 'viewer',
  query: noQuery,
  body: z.object({
    ids: z
      .array(z.guid({ error: 'must be a UUID' }).toLowerCase())
      .min(1)
      .max(200)
      .optional()
      .describe('Default: all.'),
  }),
  data: z.strictObject({ unread, ...writeResultFields }),
  examples: [{ summary: 'One', body: { ids: [exampleIds.event] }, data: { unread: 0 } }],
});

const byMail = z.array(z.enum(notificationKinds));

const settings = z.strictObject({
  byMail: byMail.describe('Kinds that are also sent to the caller by email.'),
  canMail: z.boolean().describe('Whether the operator has set up a mail server.'),
});

export const getNotificationSettings = defineEndpoint({
  ...manageDefaults,
  id: 'getNotificationSettings',
  method: 'GET',
  path: '/notifications/settings',
  topic: 'Notifications',
  summary: 'Get your notification settings',
  description: 'Returns which notifications of this workspace the caller also gets by email.',
  role: 'viewer',
  query: noQuery,
  body: null,
  data: settings,
  examples: [
    { summary: 'Replies by email', data: { byMail: ['reply', 'mention'], canMail: true } },
  ],
});

export const patchNotificationSettings = defineEndpoint({
  ...manageDefaults,
  id: 'patchNotificationSettings',
  method: 'PATCH',
  path: '/notifications/settings',
  topic: 'Notifications',
  summary: 'Change your notification settings',
  description:
    'Notifications that are still unread after two minutes are sent in one email. Applies to ' +
    'this workspace and to new notifications.',
  role: 'viewer',
  query: noQuery,
  body: z.object({
    byMail: byMail
      .max(notificationKinds.length)
      .overwrite((kinds) => [...new Set(kinds)])
      .describe('Replaces all kinds. Empty: no emails.'),
  }),
  data: settings.extend(writeResultFields),
  examples: [
    {
      summary: 'Replies by email',
      body: { byMail: ['reply', 'mention'] },
      data: { byMail: ['reply', 'mention'], canMail: true },
    },
  ],
});
