import { sql, type Tx } from '../../platform/db/index.ts';

/** What a reply in a conversation answers, and where it goes. */
export interface Answered {
  prospectId: string | null;
  mailboxId: string;
  subject: string | null;
  /** The message that is answered; null if the conversation has none. */
  messageId: string | null;
  /** Key of the address. */
  recipient: string | null;
  recipientName: string | null;
}

/**
 * A reply answers the last message that a person wrote, at the address that it came from. Without
 * one, it goes to the prospect, and answers the last message that is no notice of a machine.
 */
export async function selectAnswered(
  tx: Tx,
  conversationId: string,
): Promise<Answered | undefined> {
  const [row] = await tx.rows<Answered>(sql`
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
