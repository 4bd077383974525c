import type { ConversationOutcome, ConversationState, ReplyStatus } from '@outcrop/contract';
import type { MessageAttachment, MessageKind } from '../core/receiving/message.ts';
import { bodyText, hasHtmlBody, joinedBody } from '../core/receiving/store-messages.sql.ts';
import type { PagePosition } from '../platform/cursor.ts';
import { empty, type Sql, sql, type Tx } from '../platform/db/index.ts';
import {
  type ConversationFilters,
  isReadInVisibleMailbox,
  mailboxesOf,
  maxTried,
  olderThan,
  orderOf,
  visibleMailboxes,
} from './conversation-order.sql.ts';
import { conversationsWith, hasWords } from './word-search.sql.ts';

export interface ConversationRow {
  id: string;
  mailboxId: string;
  campaignId: string | null;
  subject: string | null;
  snippet: string;
  state: ConversationState;
  snoozedUntil: Date | null;
  unread: boolean;
  kind: MessageKind | null;
  returnDate: string | null;
  lastMessageAt: Date;
  lastDirection: 'inbound' | 'outbound';
  messageCount: number;
  outcome: ConversationOutcome | null;
  prospectId: string | null;
  fullName: string | null;
  firstName: string | null;
  lastName: string | null;
  companyName: string | null;
  email: string | null;
}

const columns = (tx: Tx, at: Date): Sql => sql`
  c.id, c.mailbox_id as "mailboxId", c.campaign_id as "campaignId", c.subject, c.snippet,
  case when c.status = 'snoozed' and c.snoozed_until <= ${at} then 'open' else c.status end as state,
  case when c.snoozed_until > ${at} then c.snoozed_until end as "snoozedUntil", c.unread,
  c.last_kind as kind, case c.last_kind when 'away' then (
    select m.decision ->> 'returnDate' from message m
    where m.workspace_id = ${tx.workspaceId} and m.conversation_id = c.id and m.kind = 'away'
    order by m.sent_at desc limit 1) end as "returnDate", c.last_message_at as "lastMessageAt", c.last_direction as "lastDirection",
  c.message_count as "messageCount", c.outcome, p.id as "prospectId", p.full_name as "fullName",
  p.first_name as "firstName", p.last_name as "lastName", p.company_name as "companyName", p.email`;

const joinedProspect = (tx: Tx): Sql => sql`
  left join prospect p on p.workspace_id = ${tx.workspaceId} and p.id = c.prospect_id`;

interface ConversationPage {
  at: Date;
  after: PagePosition | null;
  /** The oldest conversation that is tried. */
  oldest: PagePosition | null;
  take: number;
}

/** Up to `take` conversations, newest message first. */
export const selectConversations = (
  tx: Tx,
  userId: string,
  filters: ConversationFilters,
  page: ConversationPage,
): Promise<ConversationRow[]> =>
  tx.rows<ConversationRow>(sql`
    select ${columns(tx, page.at)}
    from (
      select c.* from ${candidateConversations(tx, userId, filters, page)}
      order by c.last_message_at desc, c.id desc limit ${page.take}) as c
    ${joinedProspect(tx)}
    order by c.last_message_at desc, c.id desc`);

/**
 * Conversations as `c`, with their conditions: the few of a prospect or of a rare word, or the newest
 * of each mailbox.
 */
function candidateConversations(
  tx: Tx,
  userId: string,
  filters: ConversationFilters,
  page: ConversationPage,
): Sql {
  const { prospectId, search } = filters;
  const mailboxes = mailboxesOf(tx, userId, filters);
  const start = search?.start ?? null;
  const all = conditions(filters, page);
  const words = hasWords(tx, search?.rest ?? []);
  const few = sql`c.mailbox_id in (${mailboxes}) ${all} ${pageRange(page)}`;
  if (prospectId !== null)
    return sql`conversation c
      where c.workspace_id = ${tx.workspaceId} and c.prospect_id = ${prospectId} and ${few} and ${words}
        and ${start === null ? sql`true` : hasWords(tx, [start])}`;
  if (start !== null)
    // The limit keeps the look-ups separate.
    return sql`${conversationsWith(tx, userId, start)}
      cross join lateral (
        select * from conversation c where c.workspace_id = ${tx.workspaceId} and c.id = hit.id limit 1) as c
      where ${few} and ${words}`;
  const { parts, ofPart, isExact } = orderOf(filters);
  const inOrder = sql`conversation c
    where c.workspace_id = ${tx.workspaceId} and c.mailbox_id = mailbox.id and ${ofPart} ${pageRange(page)}`;
  return sql`(${mailboxes}) as mailbox
    cross join ${parts} as part (value)
    cross join lateral (
      select * from ${isExact ? inOrder : limitedRange(inOrder)} ${all} and ${words}
      order by c.last_message_at desc, c.id desc limit ${page.take}) as c`;
}

/** The limit keeps the planner from other indexes, because these would read more rows. */
const limitedRange = (inOrder: Sql): Sql => sql`(
  select * from ${inOrder} order by c.last_message_at desc, c.id desc limit ${maxTried}) as c
  where true`;

const pageRange = ({ after, oldest }: ConversationPage): Sql => sql`
  ${olderThan(after)}
  ${oldest === null ? empty : sql`and (c.last_message_at, c.id) >= (${oldest.at}, ${oldest.id}::uuid)`}`;

const conditions = (filters: ConversationFilters, { at }: ConversationPage): Sql => {
  const { state, unread, kind, campaignId } = filters;
  return [
    state === 'open'
      ? sql`and (c.status = 'open' or c.status = 'snoozed' and c.snoozed_until <= ${at})`
      : empty,
    state === 'closed' ? sql`and c.status = 'closed'` : empty,
    state === 'snoozed' ? sql`and c.status = 'snoozed' and c.snoozed_until > ${at}` : empty,
    unread === null ? empty : sql`and c.unread = ${unread}`,
    kind === null ? empty : sql`and c.last_kind = ${kind}`,
    campaignId === null ? empty : sql`and c.campaign_id = ${campaignId}`,
  ].reduce((all, each) => sql`${all} ${each}`);
};

/** A conversation that the user can see. */
export async function selectConversation(
  tx: Tx,
  userId: string,
  id: string,
  at: Date,
): Promise<ConversationRow | undefined> {
  const [conversation] = await tx.rows<ConversationRow>(sql`
    select ${columns(tx, at)} from conversation c ${joinedProspect(tx)}
    where c.workspace_id = ${tx.workspaceId} and c.id = ${id}
      and c.mailbox_id in (${visibleMailboxes(tx, userId)})`);
  return conversation;
}

export interface ConversationChanges {
  unread: boolean | null;
  status: ConversationState | null;
  snoozedUntil: Date | null;
  /** Undefined: as it is. */
  outcome: ConversationOutcome | null | undefined;
}

export function updateConversation(
  tx: Tx,
  id: string,
  { unread, status, snoozedUntil, outcome }: ConversationChanges,
): void {
  tx.defer(sql`
    update conversation
    set unread = coalesce(${unread}::boolean, unread), status = coalesce(${status}::text, status),
        snoozed_until = case when ${status}::text is null then snoozed_until else ${snoozedUntil}::timestamptz end
        ${outcome === undefined ? empty : sql`, outcome = ${outcome}::text`}
    where workspace_id = ${tx.workspaceId} and id = ${id}`);
}

export interface MessageRow {
  id: string;
  direction: 'inbound' | 'outbound';
  sentAt: Date;
  senderAddress: string | null;
  senderName: string | null;
  subject: string | null;
  text: string;
  hasHtml: boolean;
  kind: MessageKind | null;
  evidence: string[] | null;
  matchedBy: string | null;
  correctedBy: string | null;
  attachments: MessageAttachment[];
  status: ReplyStatus | null;
  sendAt: Date | null;
  answer: string | null;
}

const messageColumns: Sql = sql`
  m.id, m.direction, m.sent_at as "sentAt", m.sender as "senderAddress", m.sender_name as "senderName",
  m.subject, ${bodyText} as text, ${hasHtmlBody} as "hasHtml", m.kind, m.decision -> 'evidence' as evidence,
  m.matched_by as "matchedBy", m.decided_by as "correctedBy", m.attachments,
  case when m.direction = 'outbound' then 'accepted' end as status, null::timestamptz as "sendAt", r.answer`;

const joinedReply = (tx: Tx): Sql => sql`
  left join outbound_reply r on r.workspace_id = ${tx.workspaceId} and r.id = m.id`;

interface MessagePage {
  after: PagePosition | null;
  take: number;
  /** The most bytes of the texts. The first message may be longer. */
  maxBytes: number;
}

/** Messages of a conversation that the user can see, oldest first. */
export const selectMessages = (
  tx: Tx,
  userId: string,
  conversationId: string,
  { after, take, maxBytes }: MessagePage,
): Promise<MessageRow[]> =>
  // PostgreSQL knows the size of a text without reading it.
  tx.rows<MessageRow>(sql`
    select ${messageColumns}
    from (
      select m.*, sum(octet_length(${bodyText})) over newest_first as bytes,
             row_number() over newest_first as number
      from (
        select * from message m
        where workspace_id = ${tx.workspaceId} and conversation_id = ${conversationId}
          and ${isReadInVisibleMailbox(tx, userId)}
          ${after === null ? empty : sql`and (sent_at, id) < (${after.at}, ${after.id}::uuid)`}
        order by sent_at desc, id desc limit ${take}) m
      ${joinedBody(tx)}
      window newest_first as (order by m.sent_at desc, m.id desc)) m
    ${joinedBody(tx)}
    ${joinedReply(tx)}
    where m.number = 1 or m.bytes <= ${maxBytes}
    order by m.sent_at, m.id`);

export async function hasOlderMessage(
  tx: Tx,
  userId: string,
  conversationId: string,
  { at, id }: PagePosition,
): Promise<boolean> {
  const rows = await tx.rows(sql`
    select from message m
    where workspace_id = ${tx.workspaceId} and conversation_id = ${conversationId}
      and ${isReadInVisibleMailbox(tx, userId)} and (sent_at, id) < (${at}, ${id}::uuid)
    limit 1`);
  return rows.length > 0;
}

/** Replies that were not sent, or not yet, oldest first. */
export async function selectUnsentReplies(
  tx: Tx,
  conversationId: string,
  limit: number,
): Promise<MessageRow[]> {
  const rows = await tx.rows<MessageRow>(sql`
    select r.id, 'outbound' as direction, r.created_at as "sentAt", null as "senderAddress",
           null as "senderName", r.subject, coalesce(b.text, '') as text, false as "hasHtml", null as kind, null as evidence,
           null as "matchedBy", null as "correctedBy", '[]'::jsonb as attachments,
           case when r.status in ('claimed', 'at_dot', 'handed_over') then 'sending' else r.status end as status,
           case when r.status in ('waiting', 'deferred') then r.send_at end as "sendAt", r.answer
    from outbound_reply r
    left join message_body b
      on b.workspace_id = ${tx.workspaceId} and b.message_id = r.id and b.stored_at = r.stored_at
    where r.workspace_id = ${tx.workspaceId} and r.conversation_id = ${conversationId}
      and r.status not in ('accepted', 'canceled')
    order by r.created_at desc, r.id desc limit ${limit}`);
  return rows.reverse();
}

/** A message in a mailbox that the user can see. */
export async function selectMessage(
  tx: Tx,
  userId: string,
  id: string,
): Promise<MessageRow | undefined> {
  const [message] = await tx.rows<MessageRow>(sql`
    select ${messageColumns}
    from message m
    join conversation c on c.workspace_id = ${tx.workspaceId} and c.id = m.conversation_id
    ${joinedBody(tx)}
    ${joinedReply(tx)}
    where m.workspace_id = ${tx.workspaceId} and m.id = ${id}
      and c.mailbox_id in (${visibleMailboxes(tx, userId)}) and ${isReadInVisibleMailbox(tx, userId)}`);
  return message;
}

/** The mailbox, if the user can see it. */
export const selectVisibleMailbox = (tx: Tx, userId: string, id: string | null) =>
  tx.rows<{ id: string }>(sql`${visibleMailboxes(tx, userId)} and id = ${id}::uuid`);
