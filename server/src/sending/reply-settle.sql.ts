import { sql, type Tx } from '../platform/db/index.ts';

/** A reply whose fate is unknown. */
export interface UnknownReply {
  id: string;
  attempt: number;
  tries: number;
  messageId: string;
  settledAt: Date;
}

const columns = sql`
  id, attempt, tries, message_id as "messageId", coalesce(settled_at, created_at) as "settledAt"`;

/** Those of the replies whose fate is unknown. */
export const selectUnknownRepliesById = (tx: Tx, ids: string[]): Promise<UnknownReply[]> =>
  tx.rows<UnknownReply>(sql`
    select ${columns} from outbound_reply
    where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[]) and status = 'unknown' order by id`);

/** Replies of a mailbox that are to be looked for now. */
export const selectUnknownReplies = (
  tx: Tx,
  mailboxId: string,
  at: Date,
): Promise<UnknownReply[]> =>
  tx.rows<UnknownReply>(sql`
    select ${columns} from outbound_reply
    where workspace_id = ${tx.workspaceId} and mailbox_id = ${mailboxId}
      and status = 'unknown' and look_at <= ${at}
    order by look_at limit 50`);

/** Looks again later. After the last look, the conversation is unread, so that someone sees it. */
export function setReplyLook(
  tx: Tx,
  { id, attempt }: Pick<UnknownReply, 'id' | 'attempt'>,
  { lookAt, evidence }: { lookAt: Date | null; evidence: string },
): void {
  tx.defer(sql`
    with looked as (
      update outbound_reply set look_at = ${lookAt}, evidence = ${evidence}
      where workspace_id = ${tx.workspaceId} and id = ${id} and attempt = ${attempt} and status = 'unknown'
      returning conversation_id
    )
    update conversation c set unread = true, status = 'open', snoozed_until = null
    from looked
    where c.workspace_id = ${tx.workspaceId} and c.id = looked.conversation_id and ${lookAt}::timestamptz is null`);
}
