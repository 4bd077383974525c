import { type Sql, sql, type Tx } from '../../platform/db/index.ts';

// Notifications are deferred in the transaction of the change, so they cost no round trip.

const renewNotification = sql`
  on conflict (workspace_id, user_id, kind, subject_id)
  do update set id = excluded.id, created_at = excluded.created_at, actor_id = excluded.actor_id, read_at = null`;

const people = sql`m.kind = 'person' and m.role <> 'viewer'`;

/**
 * Notifies the owner of each prospect, or all possible owners if there is none. Only users who can see
 * the conversation can open it, so the owner of the mailbox is notified in place of an owner who cannot
 * see it. The conversation must be stored, or deferred before.
 */
export function notifyOfReplies(
  tx: Tx,
  replies: { prospectId: string; conversationId: string; automatic: boolean }[],
): void {
  const written = replies.filter(({ automatic }) => !automatic);
  if (written.length === 0) return;
  const latest = new Map(written.map((reply) => [reply.conversationId, reply]));
  const rows = [...latest.values()].map(({ prospectId, conversationId }) => ({
    prospect_id: prospectId,
    conversation_id: conversationId,
  }));
  tx.defer(sql`
    insert into notification (workspace_id, user_id, kind, subject_id, prospect_id)
    select p.workspace_id, m.user_id, 'reply', reply.conversation_id, p.id
    from json_to_recordset(${JSON.stringify(rows)}) as reply (prospect_id uuid, conversation_id uuid)
    join prospect p on p.workspace_id = ${tx.workspaceId} and p.id = reply.prospect_id
    join conversation c on c.workspace_id = ${tx.workspaceId} and c.id = reply.conversation_id
    join mailbox b on b.workspace_id = ${tx.workspaceId} and b.id = c.mailbox_id
    join member m on m.workspace_id = p.workspace_id
     and case when p.owner_id is null
                then ${people} and c.visible_to in (c.workspace_id, m.user_id) and (b.shared or b.owner_id = m.user_id)
              when c.visible_to in (c.workspace_id, p.owner_id) and (b.shared or b.owner_id = p.owner_id)
                then m.user_id = p.owner_id
              else m.user_id = b.owner_id end
    ${renewNotification}`);
}

/** To Admins and Owners. */
export function notifyAdmins(tx: Tx, kind: 'mailbox' | 'webhook', subjectIds: string[]): void {
  if (subjectIds.length === 0) return;
  tx.defer(sql`
    insert into notification (workspace_id, user_id, kind, subject_id)
    select m.workspace_id, m.user_id, ${kind}, subject_id
    from unnest(${[...new Set(subjectIds)]}::uuid[]) as subject_id
    join member m on m.workspace_id = ${tx.workspaceId} and m.kind = 'person' and m.role in ('admin', 'owner')
    ${renewNotification}`);
}

interface Mention {
  noteId: string;
  prospectId: string;
  authorId: string;
  userIds: string[];
}

/** Notifies the mentioned members, except the author. */
export function notifyOfMentions(tx: Tx, { noteId, prospectId, authorId, userIds }: Mention): void {
  if (userIds.length === 0) return;
  tx.defer(sql`
    insert into notification (workspace_id, user_id, kind, subject_id, prospect_id, actor_id)
    select m.workspace_id, m.user_id, 'mention', ${noteId}::uuid, ${prospectId}::uuid, ${authorId}::uuid
    from member m
    where m.workspace_id = ${tx.workspaceId} and m.user_id = any(${userIds}::uuid[])
      and m.user_id <> ${authorId} and m.kind = 'person'
    ${renewNotification}`);
}

/** After this time, the user probably does something else. */
const longTask: Sql = sql`interval '10 seconds'`;

/** Notifies the user who started the task, if it failed or took a while. */
export const notifyOfTask = (tx: Tx, taskId: string): void =>
  tx.defer(sql`
    insert into notification (workspace_id, user_id, kind, subject_id)
    select t.workspace_id, m.user_id, 'task', t.id
    from task t
    join member m on m.workspace_id = t.workspace_id and m.user_id = t.actor_id and m.kind = 'person'
    where t.workspace_id = ${tx.workspaceId} and t.id = ${taskId} and t.actor_kind = 'user'
      and (t.status = 'failed' or (t.status = 'done' and t.created_at < now() - ${longTask}))
    ${renewNotification}`);

export const handOverNotifications = (tx: Tx, between: { from: string; to: string }): void =>
  tx.defer(sql`
    update notification set prospect_id = ${between.to}
    where workspace_id = ${tx.workspaceId} and prospect_id = ${between.from}`);
