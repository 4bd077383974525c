import type { Notification } from '@outcrop/contract';
import type { PagePosition } from '../platform/cursor.ts';
import { type Sql, sql, type Tx } from '../platform/db/index.ts';
import type { StoredRecord } from '../platform/stored-record.ts';

export type StoredNotification = StoredRecord<Notification, 'createdAt' | 'readAt'>;

/** The notifications of a user, the latest first. */
export const selectNotifications = (
  tx: Tx,
  userId: string,
  after: PagePosition | null,
  limit: number,
): Promise<StoredNotification[]> =>
  selectWithSubjects(
    tx,
    sql`
      select * from notification
      where workspace_id = ${tx.workspaceId} and user_id = ${userId}
        ${after ? sql`and (created_at, id) < (${after.at}, ${after.id})` : sql``}
      order by created_at desc, id desc limit ${limit}`,
  );

/** Adds the current prospect and detail of each notification. */
const selectWithSubjects = (tx: Tx, notifications: Sql): Promise<StoredNotification[]> =>
  tx.rows<StoredNotification>(sql`
    select n.id, n.kind, n.subject_id as "subjectId", n.actor_id as "actorId",
           case when p.id is not null then json_build_object(
             'id', p.id, 'fullName', coalesce(p.full_name, nullif(concat_ws(' ', p.first_name, p.last_name), '')),
             'email', p.email) end as prospect,
           case n.kind
             when 'follow_up' then (
               select f.title from follow_up f where f.workspace_id = n.workspace_id and f.id = n.subject_id)
             when 'task' then (
               select t.kind || ' ' || t.status from task t where t.workspace_id = n.workspace_id and t.id = n.subject_id)
             when 'mailbox' then (
               select b.address from mailbox b where b.workspace_id = n.workspace_id and b.id = n.subject_id)
             when 'webhook' then (
               select w.url from webhook w where w.workspace_id = n.workspace_id and w.id = n.subject_id)
           end as detail,
           n.created_at as "createdAt", n.read_at as "readAt"
    from (${notifications}) as n
    left join prospect p on p.workspace_id = ${tx.workspaceId} and p.id = n.prospect_id
    order by n.created_at desc, n.id desc`);

/** Counts among the newest `max` notifications. */
export async function countUnreadNotifications(
  tx: Tx,
  userId: string,
  max: number,
): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(sql`
    select count(*)::int as count from (
      select read_at from notification
      where workspace_id = ${tx.workspaceId} and user_id = ${userId}
      order by created_at desc, id desc limit ${max}) as newest
    where read_at is null`);
  return row!.count;
}

export const markNotificationsRead = (
  tx: Tx,
  userId: string,
  ids: string[] | null,
): Promise<number> =>
  tx.run(sql`
    update notification set read_at = now()
    where workspace_id = ${tx.workspaceId} and user_id = ${userId} and read_at is null
      ${ids ? sql`and id = any(${ids}::uuid[])` : sql``}`);

type NotificationKind = Notification['kind'];

export async function selectMailedKinds(tx: Tx, userId: string): Promise<NotificationKind[]> {
  const [row] = await tx.rows<{ kinds: NotificationKind[] }>(sql`
    select mailed_kinds as kinds from member
    where workspace_id = ${tx.workspaceId} and user_id = ${userId}`);
  return row?.kinds ?? [];
}

export const updateMailedKinds = (
  tx: Tx,
  userId: string,
  kinds: NotificationKind[],
): Promise<number> =>
  tx.run(sql`
    update member set mailed_kinds = ${kinds}::text[]
    where workspace_id = ${tx.workspaceId} and user_id = ${userId}`);

/** Older notifications are not sent, for example after an outage of the mail server. */
const maxMailAge = sql`interval '1 day'`;

/** Takes the due notifications of a user, each once. Returns the unread ones. */
export async function takeDueNotifications(
  tx: Tx,
  userId: string,
  at: Date,
): Promise<StoredNotification[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    update notification set mail_due_at = null
    where workspace_id = ${tx.workspaceId} and user_id = ${userId} and mail_due_at <= ${at}
    returning id`);
  return selectWithSubjects(
    tx,
    sql`
      select * from notification
      where workspace_id = ${tx.workspaceId} and id = any(${rows.map(({ id }) => id)}::uuid[])
        and read_at is null and created_at > ${at}::timestamptz - ${maxMailAge}`,
  );
}
