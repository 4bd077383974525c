import type { ReplyStatus } from '@outcrop/contract';
import { insertMessageBodies } from '../core/receiving/store-messages.sql.ts';
import { type Sql, sql, type Tx } from '../platform/db/index.ts';

export interface NewReply {
  id: string;
  conversationId: string;
  mailboxId: string;
  userId: string;
  answersId: string | null;
  recipient: string;
  recipientName: string | null;
  subject: string;
  text: string;
  messageId: string;
  at: Date;
  sendAt: Date;
  storedAt: Date;
}

export function insertReply(tx: Tx, reply: NewReply): void {
  tx.defer(sql`
    insert into outbound_reply
      (workspace_id, id, conversation_id, mailbox_id, user_id, answers_id, recipient, recipient_name, subject,
       status, message_id, created_at, send_at, wake_at, stored_at)
    values (${tx.workspaceId}, ${reply.id}, ${reply.conversationId}, ${reply.mailboxId}, ${reply.userId},
            ${reply.answersId}, ${reply.recipient}, ${reply.recipientName}, ${reply.subject}, 'waiting',
            ${reply.messageId}, ${reply.at}, ${reply.sendAt}, ${reply.sendAt}, ${reply.storedAt})`);
  const { id: messageId, conversationId, text, storedAt } = reply;
  insertMessageBodies(
    tx,
    [{ messageId, conversationId, text, snippet: '', html: null, words: [] }],
    storedAt,
  );
}

export const markConversationRead = (tx: Tx, conversationId: string): void =>
  tx.defer(sql`
    update conversation set unread = false
    where workspace_id = ${tx.workspaceId} and id = ${conversationId} and unread`);

export interface ReplyRow {
  id: string;
  conversationId: string;
  recipient: string;
  subject: string;
  text: string;
  status: ReplyStatus;
  sendAt: Date;
  answer: string | null;
}

const visibleReply = (tx: Tx, userId: string): Sql => sql`
  mailbox_id in (select id from mailbox
                 where workspace_id = ${tx.workspaceId} and (shared or owner_id = ${userId}))`;

/** Removed mailboxes count, too, because their conversations stay. */
export const isMailboxVisible = async (tx: Tx, userId: string, id: string): Promise<boolean> =>
  (
    await tx.rows(sql`
      select from mailbox
      where workspace_id = ${tx.workspaceId} and id = ${id} and (shared or owner_id = ${userId})`)
  ).length > 0;

/** A reply in a mailbox that the user can see. */
export async function selectReply(
  tx: Tx,
  userId: string,
  id: string,
): Promise<ReplyRow | undefined> {
  const [reply] = await tx.rows<ReplyRow>(sql`
    select r.id, r.conversation_id as "conversationId", r.recipient, r.subject, coalesce(b.text, '') as text,
           case when r.status in ('claimed', 'at_dot', 'handed_over') then 'sending' else r.status end as status,
           r.send_at as "sendAt", r.answer
    from outbound_reply r
    left join message_body b
      on b.workspace_id = ${tx.workspaceId} and b.message_id = r.id and b.stored_at = r.stored_at
    where r.workspace_id = ${tx.workspaceId} and r.id = ${id} and ${visibleReply(tx, userId)}`);
  return reply;
}

/** Returns 0 if the reply is on its way or has ended. The row lock decides a race with a worker. */
export const cancelReply = (tx: Tx, userId: string, id: string, at: Date): Promise<number> =>
  tx.run(sql`
    update outbound_reply
    set status = 'canceled', wake_at = null, lease_id = null, settled_at = ${at}
    where workspace_id = ${tx.workspaceId} and id = ${id} and ${visibleReply(tx, userId)}
      and status in ('waiting', 'deferred')`);

/** Returns 0 if the reply is no longer unknown. */
export const sendUnknownAgain = (tx: Tx, id: string, at: Date): Promise<number> =>
  tx.run(sql`
    update outbound_reply
    set status = 'waiting', evidence = 'send_again', send_at = ${at}, wake_at = ${at}, look_at = null,
        lease_id = null
    where workspace_id = ${tx.workspaceId} and id = ${id} and status = 'unknown'`);
