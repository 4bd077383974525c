import { sql, type Tx } from '../platform/db/index.ts';

/**
 * Conversations whose mailbox has another audience now. The lock waits for transactions that add
 * messages, so that these are moved too; later ones copy the new audience.
 */
export async function lockOutdatedConversations(
  tx: Tx,
  mailboxId: string,
  limit: number,
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select c.id from mailbox b
    join conversation c on c.workspace_id = ${tx.workspaceId} and c.mailbox_id = b.id
    where b.workspace_id = ${tx.workspaceId} and b.id = ${mailboxId} and c.visible_to <> b.visible_to
    order by c.id limit ${limit} for update of c`);
  return rows.map(({ id }) => id);
}

/** Moves conversations with the replies that were written in them. */
export function moveConversations(tx: Tx, ids: string[]): void {
  if (ids.length === 0) return;
  tx.defer(sql`
    update conversation c set visible_to = b.visible_to
    from mailbox b
    where c.workspace_id = ${tx.workspaceId} and c.id = any(${ids}::uuid[])
      and b.workspace_id = ${tx.workspaceId} and b.id = c.mailbox_id`);
  tx.defer(sql`
    with moved as (
      update outbound_reply r set visible_to = c.visible_to
      from conversation c
      where r.workspace_id = ${tx.workspaceId} and r.conversation_id = any(${ids}::uuid[])
        and c.workspace_id = ${tx.workspaceId} and c.id = r.conversation_id
      returning r.id, r.stored_at, r.visible_to)
    update message_body body set visible_to = moved.visible_to
    from moved
    where body.workspace_id = ${tx.workspaceId} and body.message_id = moved.id and body.stored_at = moved.stored_at`);
}

/** Messages of these conversations, and of others if they were read in this mailbox. */
export async function selectOutdatedMessages(
  tx: Tx,
  mailboxId: string,
  conversationIds: string[],
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select m.id from (
      select id, workspace_id, conversation_id, other_mailbox_id, visible_to from message
      where workspace_id = ${tx.workspaceId} and conversation_id = any(${conversationIds}::uuid[])
      union
      select id, workspace_id, conversation_id, other_mailbox_id, visible_to from message
      where workspace_id = ${tx.workspaceId} and other_mailbox_id = ${mailboxId}) m
    join conversation c on c.workspace_id = ${tx.workspaceId} and c.id = m.conversation_id
    left join mailbox b on b.workspace_id = ${tx.workspaceId} and b.id = m.other_mailbox_id
    where m.visible_to <> common_audience(m.workspace_id, c.visible_to, coalesce(b.visible_to, c.visible_to))`);
  return rows.map(({ id }) => id);
}

/**
 * Moves messages with their texts and words. If only some readers of a conversation see its last
 * message, it loses its snippet.
 */
export function moveMessages(tx: Tx, ids: string[]): void {
  if (ids.length === 0) return;
  const ofMessages = sql`m.workspace_id = ${tx.workspaceId} and m.id = any(${ids}::uuid[])`;
  const joinedBody = sql`
    join message_body body on body.workspace_id = ${tx.workspaceId} and body.message_id = m.id
      and body.stored_at = m.stored_at`;
  tx.defer(sql`
    update message m
    set visible_to = common_audience(m.workspace_id, c.visible_to, coalesce((
      select visible_to from mailbox where workspace_id = ${tx.workspaceId} and id = m.other_mailbox_id), c.visible_to))
    from conversation c
    where ${ofMessages} and c.workspace_id = ${tx.workspaceId} and c.id = m.conversation_id`);
  tx.defer(sql`
    with body as materialized (
      select m.id, m.visible_to, m.stored_at, body.visible_to as before, body.words from message m ${joinedBody}
      where ${ofMessages}
    ), gone as (
      delete from message_word w using body cross join lateral unnest(body.words) as each (word)
      where w.workspace_id = ${tx.workspaceId} and w.visible_to = body.before and w.word = each.word
        and w.stored_at = body.stored_at and w.message_id = body.id
        and body.visible_to <> body.before
      returning w.word, w.stored_at, w.message_id, w.conversation_id, body.visible_to)
    insert into message_word (workspace_id, visible_to, word, stored_at, message_id, conversation_id)
    select ${tx.workspaceId}, visible_to, word, stored_at, message_id, conversation_id from gone`);
  tx.defer(sql`
    update message_body body set visible_to = m.visible_to
    from message m
    where ${ofMessages} and body.workspace_id = ${tx.workspaceId} and body.message_id = m.id
      and body.stored_at = m.stored_at`);
  tx.defer(sql`
    update conversation c set snippet = ''
    from message m
    where ${ofMessages} and c.workspace_id = ${tx.workspaceId} and c.id = m.conversation_id
      and m.visible_to <> c.visible_to and c.last_message_at <= m.sent_at`);
}
