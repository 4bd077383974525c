import { insertMessageBodies, storageTime } from '../core/receiving/store-messages.sql.ts';
import { snippetOf } from '../core/receiving/text-rules.ts';
import { messageWords } from '../core/search/word-rules.ts';
import type { ClaimedEmail } from '../core/sending/claimed-email.ts';
import { sql, type Tx } from '../platform/db/index.ts';
import type { EnrollmentKey } from './claim-next.sql.ts';

type EmailAttempt = Pick<ClaimedEmail, 'id' | 'attempt'>;

/** An email of a campaign with its current prospect. A merge may have changed the prospect. */
export interface SettledEmail extends EnrollmentKey {
  mailboxId: string;
}

export async function selectProspectId(tx: Tx, id: string): Promise<string | undefined> {
  const [row] = await tx.rows<{ prospectId: string }>(sql`
    select prospect_id as "prospectId" from outbound_message
    where workspace_id = ${tx.workspaceId} and id = ${id}`);
  return row?.prospectId;
}

interface EmailSettlement {
  status: 'accepted' | 'refused' | 'deferred' | 'unknown';
  answer: string | null;
  evidence: string | null;
  serverMessageId?: string | null;
  tries: number;
  at: Date;
  lookAt: Date | null;
}

/**
 * Stores the end of an attempt. Undefined if another worker has the email now, or it was settled
 * before.
 */
export async function settleEmail(
  tx: Tx,
  { id, attempt }: EmailAttempt,
  { status, answer, evidence, serverMessageId = null, tries, at, lookAt }: EmailSettlement,
): Promise<SettledEmail | undefined> {
  const [settled] = await tx.rows<SettledEmail>(sql`
    update outbound_message
    set status = ${status}, answer = ${answer}, evidence = ${evidence}, tries = ${tries},
        server_message_id = ${serverMessageId}, settled_at = ${at}, look_at = ${lookAt}
    where workspace_id = ${tx.workspaceId} and id = ${id} and attempt = ${attempt}
      and status in ('claimed', 'at_dot', 'handed_over', 'unknown')
    returning campaign_id as "campaignId", prospect_id as "prospectId", mailbox_id as "mailboxId"`);
  return settled;
}

/** The server answered that it did not take the email. */
export const markNotHandedOver = (tx: Tx, { id, attempt }: EmailAttempt): void =>
  tx.defer(sql`
    update outbound_message set status = 'at_dot'
    where workspace_id = ${tx.workspaceId} and id = ${id} and attempt = ${attempt} and status = 'handed_over'`);

/** Defers a released email: its server asked for a later try. */
export async function deferReleasedEmail(
  tx: Tx,
  { id, attempt }: EmailAttempt,
  { answer, tries, at }: Pick<EmailSettlement, 'answer' | 'tries' | 'at'>,
): Promise<SettledEmail | undefined> {
  const [settled] = await tx.rows<SettledEmail>(sql`
    update outbound_message set status = 'deferred', answer = ${answer}, tries = ${tries}, settled_at = ${at}
    where workspace_id = ${tx.workspaceId} and id = ${id} and attempt = ${attempt} and status = 'released'
    returning campaign_id as "campaignId", prospect_id as "prospectId", mailbox_id as "mailboxId"`);
  return settled;
}

/**
 * Meanwhile a reply may have begun the conversation, or it was deleted with the mailbox of a removed
 * member.
 */
export async function selectConversationId(
  tx: Tx,
  { campaignId, prospectId }: EnrollmentKey,
): Promise<string | null> {
  const [row] = await tx.rows<{ conversationId: string | null }>(sql`
    select conversation_id as "conversationId" from enrollment
    where workspace_id = ${tx.workspaceId} and campaign_id = ${campaignId} and prospect_id = ${prospectId}`);
  return row?.conversationId ?? null;
}

interface NewMessage extends SettledEmail {
  id: string;
  /** With angle brackets, if the server replaced ours. */
  serverMessageId: string | null;
  conversationId: string;
  isNewConversation: boolean;
  subject: string;
  text: string;
  at: Date;
}

/** Adds an email of a campaign to its conversation, as the inbox shows it. */
export function insertSentEmail(tx: Tx, email: NewMessage): void {
  const { id, conversationId, campaignId, prospectId, mailboxId, subject, text, at } = email;
  const snippet = snippetOf(text);
  const storedAt = storageTime();
  tx.defer(
    email.isNewConversation
      ? sql`
        insert into conversation (workspace_id, id, mailbox_id, prospect_id, campaign_id, subject, snippet,
                                  last_message_at, last_direction, unread, message_count)
        values (${tx.workspaceId}, ${conversationId}, ${mailboxId}, ${prospectId}, ${campaignId}, ${subject},
                ${snippet}, ${at}, 'outbound', false, 1)`
      : sql`
        update conversation
        set snippet = ${snippet}, last_message_at = ${at}, last_direction = 'outbound',
            message_count = message_count + 1
        where workspace_id = ${tx.workspaceId} and id = ${conversationId}`,
  );
  insertOutbound(tx, { ...email, storedAt });
  const words = messageWords(subject);
  insertMessageBodies(
    tx,
    [{ messageId: id, conversationId, text, snippet: '', html: null, words }],
    storedAt,
  );
}

type OutboundMessage = Pick<
  NewMessage,
  'id' | 'serverMessageId' | 'conversationId' | 'subject' | 'at'
> & { storedAt: Date };

function insertOutbound(tx: Tx, message: OutboundMessage): void {
  const { id, conversationId, at, subject, serverMessageId, storedAt } = message;
  const header = serverMessageId?.replace(/^<|>$/g, '') ?? null;
  tx.defer(sql`
    insert into message (workspace_id, id, conversation_id, direction, sent_at, subject, text, message_id, stored_at)
    values (${tx.workspaceId}, ${id}, ${conversationId}, 'outbound', ${at}, ${subject}, '', ${header}, ${storedAt})`);
}

export interface NextStep {
  stepId: string;
  dueAt: Date;
}

/**
 * Moves an enrollment to its next email, or ends it. A stopped enrollment stays stopped. An enrollment
 * that was held because this email was unknown continues.
 */
export function advanceEnrollment(
  tx: Tx,
  { campaignId, prospectId }: SettledEmail,
  { conversationId, at, next }: { conversationId: string; at: Date; next: NextStep | null },
): void {
  const isOurs = sql`(status = 'sending' or (status = 'held' and reason = 'unknown'))`;
  tx.defer(sql`
    update enrollment
    set last_sent_at = ${at}, conversation_id = ${conversationId},
        step_id = case when ${isOurs} then ${next?.stepId ?? null}::uuid else step_id end,
        due_at = case when ${isOurs} then coalesce(${next?.dueAt ?? null}::timestamptz, due_at) else due_at end,
        reason = case when ${isOurs} then null else reason end,
        status = case when ${isOurs} then ${next ? 'waiting' : 'finished'} else status end
    where workspace_id = ${tx.workspaceId} and campaign_id = ${campaignId} and prospect_id = ${prospectId}`);
}

/** Ends or postpones an enrollment whose email did not leave, unless it was stopped meanwhile. */
export function endOrPostponeEnrollment(
  tx: Tx,
  { campaignId, prospectId }: EnrollmentKey,
  { status, reason, dueAt }: { status: string; reason: string | null; dueAt: Date | null },
): void {
  tx.defer(sql`
    update enrollment
    set status = ${status}, reason = ${reason}, due_at = coalesce(${dueAt}::timestamptz, due_at)
    where workspace_id = ${tx.workspaceId} and campaign_id = ${campaignId} and prospect_id = ${prospectId}
      and (status in ('sending', 'waiting') or (status = 'held' and reason = 'unknown'))`);
}

export async function selectSentStepIds(
  tx: Tx,
  { campaignId, prospectId }: EnrollmentKey,
): Promise<string[]> {
  const rows = await tx.rows<{ stepId: string }>(sql`
    select step_id as "stepId" from outbound_message
    where workspace_id = ${tx.workspaceId} and campaign_id = ${campaignId} and prospect_id = ${prospectId}
      and status not in ('released', 'deferred')`);
  return rows.map(({ stepId }) => stepId);
}

/** Counts the emails of this mailbox that receivers blocked since then, among the campaign's newest. */
export async function countBlocked(
  tx: Tx,
  { campaignId, mailboxId }: SettledEmail,
  since: Date,
): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(sql`
    select count(*)::int as count
    from (select mailbox_id, evidence, settled_at from outbound_message
          where workspace_id = ${tx.workspaceId} and campaign_id = ${campaignId}
          order by claimed_at desc, id desc limit 200) newest
    where mailbox_id = ${mailboxId} and evidence = 'blocked' and settled_at > ${since}`);
  return row!.count;
}

interface ReplySettlement {
  status: 'accepted' | 'refused' | 'deferred' | 'unknown' | 'waiting';
  answer: string | null;
  evidence: string | null;
  serverMessageId?: string | null;
  tries: number;
  at: Date;
  /** When the reply is tried again; null if it is not. */
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

/**
 * Stores the end of an attempt. Undefined if another worker has the reply now, or it was settled
 * before.
 */
export async function settleReply(
  tx: Tx,
  { id, attempt }: EmailAttempt,
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

/** Adds a reply to its conversation. Its text is stored already. */
export function insertSentReply(tx: Tx, message: OutboundMessage & { text: string }): void {
  const { conversationId, text, at } = message;
  tx.defer(sql`
    update conversation
    set snippet = case when last_message_at <= ${at} then ${snippetOf(text)} else snippet end,
        last_direction = case when last_message_at <= ${at} then 'outbound'::message_direction else last_direction end,
        last_message_at = greatest(last_message_at, ${at}), message_count = message_count + 1
    where workspace_id = ${tx.workspaceId} and id = ${conversationId}`);
  insertOutbound(tx, message);
}

/** Someone must see a reply that did not leave or may not have left. */
export const reopenConversation = (
  tx: Tx,
  { conversationId }: Pick<SettledReply, 'conversationId'>,
): void =>
  tx.defer(sql`
    update conversation set unread = true, status = 'open', snoozed_until = null
    where workspace_id = ${tx.workspaceId} and id = ${conversationId}`);
