import type { FolderRole, MessageAttachment } from '../core/receiving/message.ts';
import { joinedBody } from '../core/receiving/store-messages.sql.ts';
import { type Sql, sql, type Tx } from '../platform/db/index.ts';
import { isReadInVisibleMailbox, visibleMailboxes } from './conversation-order.sql.ts';

/** A message `m` in a conversation `c` of a mailbox that the user can see. */
const visibleMessage = (tx: Tx, userId: string, id: string): Sql => sql`
  m.workspace_id = ${tx.workspaceId} and m.id = ${id}
    and c.mailbox_id in (${visibleMailboxes(tx, userId)}) and ${isReadInVisibleMailbox(tx, userId)}`;

const joinedConversation = (tx: Tx): Sql => sql`
  join conversation c on c.workspace_id = ${tx.workspaceId} and c.id = m.conversation_id`;

export async function selectMessageHtml(
  tx: Tx,
  userId: string,
  id: string,
): Promise<{ html: string | null } | undefined> {
  const [message] = await tx.rows<{ html: string | null }>(sql`
    select body.html from message m ${joinedConversation(tx)} ${joinedBody(tx)}
    where ${visibleMessage(tx, userId, id)}`);
  return message;
}

/** The place of a message on its server when the message was read. */
export interface MessageLocation {
  mailboxId: string;
  /** Without angle brackets. */
  messageId: string | null;
  attachments: MessageAttachment[];
  folder: FolderRole | null;
  uid: number | null;
  /** The path and numbering of its folder. Null if the folder was never read. */
  path: string | null;
  uidValidity: string | null;
}

export async function selectMessageLocation(
  tx: Tx,
  userId: string,
  id: string,
): Promise<MessageLocation | undefined> {
  const [message] = await tx.rows<MessageLocation>(sql`
    select coalesce(m.other_mailbox_id, c.mailbox_id) as "mailboxId", m.message_id as "messageId", m.attachments, m.folder,
           m.uid::float8 as uid, f.path, f.uid_validity::text as "uidValidity"
    from message m ${joinedConversation(tx)}
    left join folder f on f.workspace_id = ${tx.workspaceId}
      and f.mailbox_id = coalesce(m.other_mailbox_id, c.mailbox_id) and f.role = m.folder
    where ${visibleMessage(tx, userId, id)}`);
  return message;
}
