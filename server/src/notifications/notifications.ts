import { type ManageResult, maxUnread } from '@outcrop/contract';
import type { ManageCall } from '../core/sign-in/call.ts';
import { type PagePosition, pageOf } from '../platform/cursor.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import * as store from './notifications.sql.ts';

export async function getNotifications({
  query,
  tx,
  caller: { userId },
}: ManageCall<'getNotifications'>): Promise<ManageResult<'getNotifications'>> {
  const select = (after: PagePosition | null, take: number) =>
    store.selectNotifications(tx, userId, after, take);
  const [{ rows: notifications, nextCursor }, unread] = await Promise.all([
    pageOf(query, { notificationsOf: userId }, select, ({ createdAt: at, id }) => ({ at, id })),
    store.countUnreadNotifications(tx, userId, maxUnread),
  ]);
  return { notifications, unread, nextCursor };
}

export async function postNotificationsRead({
  body,
  tx,
  caller: { userId },
}: ManageCall<'postNotificationsRead'>): Promise<ManageResult<'postNotificationsRead'>> {
  await store.markNotificationsRead(tx, userId, body.ids ?? null);
  return { unread: await store.countUnreadNotifications(tx, userId, maxUnread) };
}

interface SettingsDeps {
  mailer: Mailer | undefined;
}

export async function getNotificationSettings({
  tx,
  caller: { userId },
  deps: { mailer },
}: ManageCall<'getNotificationSettings', SettingsDeps>): Promise<
  ManageResult<'getNotificationSettings'>
> {
  return { byMail: await store.selectMailedKinds(tx, userId), canMail: mailer !== undefined };
}

export async function patchNotificationSettings({
  body: { byMail },
  tx,
  caller: { userId },
  deps: { mailer },
}: ManageCall<'patchNotificationSettings', SettingsDeps>): Promise<
  ManageResult<'patchNotificationSettings'>
> {
  await store.updateMailedKinds(tx, userId, byMail);
  return { byMail, canMail: mailer !== undefined };
}
