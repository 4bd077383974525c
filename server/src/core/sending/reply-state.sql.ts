import { empty, type Sql, sql, type Tx } from '../../platform/db/index.ts';
import type { MailboxStatus } from '../mailboxes/mailbox-rows.sql.ts';

const shareLock = (isLocked: boolean): Sql => (isLocked ? sql`for share` : empty);

/**
 * Adding a prospect, and suppressing an address without a prospect, lock this row first. While this
 * transaction shares the row, neither of them can commit.
 */
export const shareUsageRow = (tx: Tx): Promise<unknown> =>
  tx.rows(sql`
    select from workspace_usage where workspace_id = ${tx.workspaceId} for share`);

export interface ReplyPerson {
  id: string;
  emailKey: string | null;
  linkedinKey: string | null;
  doNotContact: boolean;
}

/** The prospect of the conversation and the prospect with the address, in id order. */
export const selectReplyPeople = (
  tx: Tx,
  { prospectId, recipient }: { prospectId: string | null; recipient: string | null },
  isLocked: boolean,
): Promise<ReplyPerson[]> =>
  tx.rows<ReplyPerson>(sql`
    select id, email_key as "emailKey", linkedin_key as "linkedinKey", do_not_contact as "doNotContact"
    from prospect
    where workspace_id = ${tx.workspaceId} and id = any(array(
      select ${prospectId}::uuid
      union select id from prospect where workspace_id = ${tx.workspaceId} and email_key = ${recipient}::text))
    order by id ${shareLock(isLocked)}`);

export interface ReplyMailbox {
  status: MailboxStatus;
  reason: string | null;
}

export async function selectReplyMailbox(
  tx: Tx,
  id: string,
  isLocked: boolean,
): Promise<ReplyMailbox | undefined> {
  const [mailbox] = await tx.rows<ReplyMailbox>(sql`
    select status, reason from mailbox
    where workspace_id = ${tx.workspaceId} and id = ${id} ${shareLock(isLocked)}`);
  return mailbox;
}

export async function isOwnMailboxAddress(tx: Tx, address: string | null): Promise<boolean> {
  const rows = await tx.rows(sql`
    select from mailbox
    where workspace_id = ${tx.workspaceId} and lower(address) = ${address}::text and status <> 'removed' limit 1`);
  return rows.length > 0;
}

/** The message that a reply answers, and the recipient of the reply. */
export interface AnsweredConversation {
  prospectId: string | null;
  mailboxId: string;
  subject: string | null;
  /** Null if the conversation has no message to answer. */
  messageId: string | null;
  /** Key of the address. */
  recipient: string | null;
  recipientName: string | null;
}

/**
 * A reply answers the last message of a person and goes to its sender. Without such a message, it goes
 * to the prospect and answers the last message that is not a delivery notice.
 */
export async function selectAnsweredConversation(
  tx: Tx,
  conversationId: string,
): Promise<AnsweredConversation | undefined> {
  const [row] = await tx.rows<AnsweredConversation>(sql`
    select c.prospect_id as "prospectId", c.mailbox_id as "mailboxId",
           coalesce(written.subject, c.subject) as subject,
           coalesce(written.id, last.id) as "messageId",
           coalesce(written.reply_to, written.sender, p.email_key) as recipient,
           case when written.sender is null then p.full_name else written.sender_name end as "recipientName"
    from conversation c
    left join prospect p on p.workspace_id = ${tx.workspaceId} and p.id = c.prospect_id
    left join lateral (
      select id, subject, sender, sender_name, reply_to from message
      where workspace_id = ${tx.workspaceId} and conversation_id = c.id and direction = 'inbound'
        and coalesce(kind, 'human') in ('human', 'unsubscribe')
      order by sent_at desc, id desc limit 1) written on true
    left join lateral (
      select id from message
      where workspace_id = ${tx.workspaceId} and conversation_id = c.id
        and coalesce(kind, '') not in ('bounce', 'delayed', 'complaint')
      order by sent_at desc, id desc limit 1) last on true
    where c.workspace_id = ${tx.workspaceId} and c.id = ${conversationId}`);
  return row;
}
