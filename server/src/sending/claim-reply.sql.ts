import { bodyText, joinedBody } from '../core/receiving/store-messages.sql.ts';
import { sql, type Tx } from '../platform/db/index.ts';

export interface ReplyLease {
  replyId: string;
  leaseId: string;
}

/** Leases the replies that are due. A new lease replaces an expired one. */
export const leaseReplies = (
  tx: Tx,
  ids: string[],
  { at, until }: { at: Date; until: Date },
): Promise<ReplyLease[]> =>
  tx.rows<ReplyLease>(sql`
    with due as (
      select id from outbound_reply
      where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[]) and wake_at <= ${at}
      for no key update skip locked
    )
    update outbound_reply r set lease_id = gen_random_uuid(), wake_at = ${until}
    from due where r.workspace_id = ${tx.workspaceId} and r.id = due.id
    returning r.id as "replyId", r.lease_id as "leaseId"`);

/**
 * The conversation, the mailbox and the recipient of a reply; undefined if the conversation was
 * deleted.
 */
export interface ReplyTarget {
  conversationId: string;
  prospectId: string | null;
  campaignId: string | null;
  mailboxId: string;
  recipient: string;
}

export async function selectReplyTarget(tx: Tx, id: string): Promise<ReplyTarget | undefined> {
  const [target] = await tx.rows<ReplyTarget>(sql`
    select c.id as "conversationId", c.prospect_id as "prospectId", c.campaign_id as "campaignId",
           r.mailbox_id as "mailboxId", r.recipient
    from outbound_reply r
    join conversation c on c.workspace_id = ${tx.workspaceId} and c.id = r.conversation_id
    where r.workspace_id = ${tx.workspaceId} and r.id = ${id}`);
  return target;
}

export interface ClaimedReplyRow {
  id: string;
  attempt: number;
  tries: number;
  answersId: string | null;
  recipient: string;
  recipientName: string | null;
  subject: string;
  messageId: string;
  storedAt: Date;
}

/**
 * Claims a reply that waits, or that a lost worker had only claimed. Returns undefined if it was
 * canceled, another worker has it, or it may have left.
 */
export async function claimReplyRow(
  tx: Tx,
  { replyId, leaseId }: ReplyLease,
  at: Date,
): Promise<ClaimedReplyRow | undefined> {
  const [claimed] = await tx.rows<ClaimedReplyRow>(sql`
    update outbound_reply
    set status = 'claimed', attempt = attempt + 1
    where workspace_id = ${tx.workspaceId} and id = ${replyId} and lease_id = ${leaseId}
      and (status = 'claimed' or (status in ('waiting', 'deferred') and send_at <= ${at}))
    returning id, attempt, tries, answers_id as "answersId", recipient,
              recipient_name as "recipientName", subject, message_id as "messageId", stored_at as "storedAt"`);
  return claimed;
}

/** The lost worker may have sent the final dot. The reply is looked for, and not sent again. */
export const markLostReplyUnknown = (
  tx: Tx,
  { replyId, leaseId }: ReplyLease,
  { at, lookAt }: { at: Date; lookAt: Date | null },
): void =>
  tx.defer(sql`
    update outbound_reply
    set status = 'unknown', evidence = 'worker_lost', wake_at = null, settled_at = ${at}, look_at = ${lookAt}
    where workspace_id = ${tx.workspaceId} and id = ${replyId} and lease_id = ${leaseId}
      and status in ('at_dot', 'handed_over')`);

/** Undefined if the text was deleted with its month. */
export async function selectReplyText(
  tx: Tx,
  { id, storedAt }: Pick<ClaimedReplyRow, 'id' | 'storedAt'>,
): Promise<string | undefined> {
  const [row] = await tx.rows<{ text: string }>(sql`
    select text from message_body
    where workspace_id = ${tx.workspaceId} and message_id = ${id} and stored_at = ${storedAt}`);
  return row?.text;
}

export interface ThreadMessage {
  id: string;
  /** The Message-ID with angle brackets: the server's own, if the server replaced ours. */
  header: string | null;
}

/** The newest messages of a conversation, oldest first, by their Message-IDs. */
export async function selectThreadMessages(
  tx: Tx,
  conversationId: string,
  limit: number,
): Promise<ThreadMessage[]> {
  const rows = await tx.rows<ThreadMessage>(sql`
    select m.id, coalesce('<' || m.message_id || '>', o.message_id, r.message_id) as header
    from (
      select id, message_id, sent_at from message
      where workspace_id = ${tx.workspaceId} and conversation_id = ${conversationId}
      order by sent_at desc, id desc limit ${limit}) m
    left join outbound_message o on o.workspace_id = ${tx.workspaceId} and o.id = m.id
    left join outbound_reply r on r.workspace_id = ${tx.workspaceId} and r.id = m.id
    order by m.sent_at desc, m.id desc`);
  return rows.reverse();
}

export interface AnsweredMessage {
  header: string | null;
  sender: string | null;
  senderName: string | null;
  sentAt: Date;
  text: string;
}

export async function selectAnsweredMessage(
  tx: Tx,
  id: string,
): Promise<AnsweredMessage | undefined> {
  const [message] = await tx.rows<AnsweredMessage>(sql`
    select coalesce('<' || m.message_id || '>', o.message_id, r.message_id) as header, m.sender,
           m.sender_name as "senderName", m.sent_at as "sentAt", ${bodyText} as text
    from message m
    left join outbound_message o on o.workspace_id = ${tx.workspaceId} and o.id = m.id
    left join outbound_reply r on r.workspace_id = ${tx.workspaceId} and r.id = m.id
    ${joinedBody(tx)}
    where m.workspace_id = ${tx.workspaceId} and m.id = ${id}`);
  return message;
}
