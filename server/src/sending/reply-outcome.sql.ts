import { snippetOf } from '../core/receiving/text-rules.ts';
import { sql, type Tx } from '../platform/db/index.ts';
import type { ReplyPlace } from './reply-claim.sql.ts';

export interface ReplyAttempt {
  id: string;
  attempt: number;
}

/** From here on, a worker that is lost leaves a reply whose fate is unknown. */
export const markReplyAtDot = (tx: Tx, { id, attempt }: ReplyAttempt): Promise<number> =>
  tx.run(sql`
    update outbound_reply set status = 'at_dot'
    where workspace_id = ${tx.workspaceId} and id = ${id} and attempt = ${attempt} and status = 'claimed'`);

export const markReplyHandedOver = (tx: Tx, { id, attempt }: ReplyAttempt): void =>
  tx.defer(sql`
    update outbound_reply set status = 'handed_over'
    where workspace_id = ${tx.workspaceId} and id = ${id} and attempt = ${attempt} and status = 'at_dot'`);

export async function lockReply(
  tx: Tx,
  { id }: ReplyAttempt,
): Promise<{ status: string; attempt: number } | undefined> {
  const [reply] = await tx.rows<{ status: string; attempt: number }>(sql`
    select status, attempt from outbound_reply
    where workspace_id = ${tx.workspaceId} and id = ${id} for no key update`);
  return reply;
}

interface ReplySettlement {
  status: 'accepted' | 'refused' | 'deferred' | 'unknown' | 'waiting';
  answer: string | null;
  evidence: string | null;
  serverMessageId?: string | null;
  tries: number;
  at: Date;
  /** When it is tried again; null if it is not. */
  retryAt?: Date | null;
  lookAt?: Date | null;
}

export interface SettledReply {
  conversationId: string;
  mailboxId: string;
  userId: string;
  subject: string;
  storedAt: Date;
}

/** Stores how an attempt ended. Undefined if another worker has the reply now, or it was settled. */
export async function settleReply(
  tx: Tx,
  { id, attempt }: ReplyAttempt,
  settlement: ReplySettlement,
): Promise<SettledReply | undefined> {
  const { status, answer, evidence, tries, at } = settlement;
  const { serverMessageId = null, retryAt = null, lookAt = null } = settlement;
  const [settled] = await tx.rows<SettledReply>(sql`
    update outbound_reply
    set status = ${status}, answer = ${answer}, evidence = ${evidence}, tries = ${tries},
        server_message_id = ${serverMessageId}, settled_at = ${at}, look_at = ${lookAt}, lease_id = null,
        send_at = coalesce(${retryAt}::timestamptz, send_at), wake_at = ${retryAt}
    where workspace_id = ${tx.workspaceId} and id = ${id} and attempt = ${attempt}
      and status in ('claimed', 'at_dot', 'handed_over', 'unknown')
    returning conversation_id as "conversationId", mailbox_id as "mailboxId", user_id as "userId", subject,
              stored_at as "storedAt"`);
  return settled;
}

interface SentReply extends SettledReply {
  id: string;
  text: string;
  /** With angle brackets, if the server replaced ours. */
  serverMessageId: string | null;
  at: Date;
}

/** Adds a reply to its conversation. Its text is stored already. */
export function insertSentReply(tx: Tx, reply: SentReply): void {
  const { id, conversationId, subject, text, at, storedAt } = reply;
  const header = reply.serverMessageId?.replace(/^<|>$/g, '') ?? null;
  tx.defer(sql`
    update conversation
    set snippet = case when last_message_at <= ${at} then ${snippetOf(text)} else snippet end,
        last_direction = case when last_message_at <= ${at} then 'outbound'::message_direction else last_direction end,
        last_message_at = greatest(last_message_at, ${at}), message_count = message_count + 1
    where workspace_id = ${tx.workspaceId} and id = ${conversationId}`);
  tx.defer(sql`
    insert into message (workspace_id, id, conversation_id, direction, sent_at, subject, text, message_id, stored_at)
    values (${tx.workspaceId}, ${id}, ${conversationId}, 'outbound', ${at}, ${subject}, '', ${header}, ${storedAt})`);
}

/** A reply that did not leave, or may not have, must be seen by someone. */
export const reopenConversation = (
  tx: Tx,
  { conversationId }: Pick<ReplyPlace, 'conversationId'>,
): void =>
  tx.defer(sql`
    update conversation set unread = true, status = 'open', snoozed_until = null
    where workspace_id = ${tx.workspaceId} and id = ${conversationId}`);
