import { type Sql, sql, type Tx } from '../../platform/db/index.ts';
import type { AppliedEffects } from './apply-effects.ts';
import type { FolderRole, MessageAttachment, MessageDecision, MessageKind } from './message.ts';

export interface NewConversation {
  id: string;
  mailboxId: string;
  prospectId: string | null;
  campaignId: string | null;
  subject: string;
}

/** Inserts conversations without messages. `updateConversations` counts the messages. */
export function insertConversations(tx: Tx, conversations: NewConversation[], at: Date): void {
  if (conversations.length === 0) return;
  tx.defer(sql`
    insert into conversation (workspace_id, id, mailbox_id, prospect_id, campaign_id, subject, snippet,
                              last_message_at, last_direction, unread, message_count)
    select ${tx.workspaceId}, id, "mailboxId", "prospectId", "campaignId", subject, '', ${at}, 'inbound', false, 0
    from json_to_recordset(${JSON.stringify(conversations)})
      as new (id uuid, "mailboxId" uuid, "prospectId" uuid, "campaignId" uuid, subject text)`);
}

/** The next email of the campaign continues the conversation that a reply has begun. */
export function setEnrollmentConversations(
  tx: Tx,
  repliedConversations: { campaignId: string; prospectId: string; conversationId: string }[],
): void {
  if (repliedConversations.length === 0) return;
  tx.defer(sql`
    update enrollment e set conversation_id = begun."conversationId"
    from json_to_recordset(${JSON.stringify(repliedConversations)})
      as begun ("campaignId" uuid, "prospectId" uuid, "conversationId" uuid)
    where e.workspace_id = ${tx.workspaceId} and e.campaign_id = begun."campaignId"
      and e.prospect_id = begun."prospectId" and e.conversation_id is null`);
}

/** The change of a conversation by new messages. Null leaves a value as it is. */
export interface ConversationChange {
  id: string;
  added: number;
  snippet: string | null;
  lastMessageAt: Date | null;
  lastDirection: 'inbound' | 'outbound' | null;
  lastKind: MessageKind | null;
  unread: boolean | null;
  reopens: boolean;
  gmailThreadId: string | null;
}

export function updateConversations(tx: Tx, changes: ConversationChange[]): void {
  if (changes.length === 0) return;
  const isNewer = sql`(c.message_count = 0 or changed."lastMessageAt" >= c.last_message_at)`;
  tx.defer(sql`
    update conversation c
    set message_count = c.message_count + changed.added,
        snippet = case when ${isNewer} then changed.snippet else c.snippet end,
        last_message_at = case when ${isNewer} then changed."lastMessageAt" else c.last_message_at end,
        last_direction = case when ${isNewer} then changed."lastDirection"::message_direction else c.last_direction end,
        last_kind = coalesce(changed."lastKind", c.last_kind),
        unread = coalesce(changed.unread, c.unread),
        status = case when changed.reopens then 'open' else c.status end,
        snoozed_until = case when changed.reopens then null else c.snoozed_until end,
        gmail_thread_id = coalesce(c.gmail_thread_id, changed."gmailThreadId")
    from json_to_recordset(${JSON.stringify(changes)})
      as changed (id uuid, added integer, snippet text, "lastMessageAt" timestamptz, "lastDirection" text,
                  "lastKind" text, unread boolean, reopens boolean, "gmailThreadId" text)
    where c.workspace_id = ${tx.workspaceId} and c.id = any(${changes.map(({ id }) => id)}::uuid[])
      and c.id = changed.id`);
}

export interface NewMessage {
  id: string;
  conversationId: string;
  direction: 'inbound' | 'outbound';
  sentAt: Date;
  subject: string;
  messageId: string | null;
  sender: string | null;
  replyTo: string | null;
  senderName: string | null;
  kind: MessageKind | null;
  matchedBy: string;
  decision: MessageDecision | null;
  effects: AppliedEffects;
  attachments: MessageAttachment[];
  folder: FolderRole;
  uid: number;
}

/** Inserts messages that were read in a mailbox. Their conversation may be of another one. */
export function insertMessages(
  tx: Tx,
  messages: NewMessage[],
  mailboxId: string,
  storedAt: Date,
): void {
  if (messages.length === 0) return;
  tx.defer(sql`
    insert into message (workspace_id, id, conversation_id, direction, sent_at, subject, text, message_id, sender,
                         sender_name, kind, matched_by, decision, effects, attachments, folder, uid, reply_to, stored_at,
                         other_mailbox_id)
    select ${tx.workspaceId}, id, "conversationId", direction::message_direction, "sentAt", subject, '', "messageId",
           sender, "senderName", kind, "matchedBy", decision, effects, attachments, folder, uid, "replyTo", ${storedAt},
           (select nullif(${mailboxId}::uuid, mailbox_id) from conversation
            where workspace_id = ${tx.workspaceId} and id = "conversationId")
    from json_to_recordset(${JSON.stringify(messages)})
      as new (id uuid, "conversationId" uuid, direction text, "sentAt" timestamptz, subject text, "messageId" text,
              sender text, "senderName" text, kind text, "matchedBy" text, decision jsonb, effects jsonb,
              attachments jsonb, folder text, uid bigint, "replyTo" text)`);
}

interface MessageBody {
  messageId: string;
  conversationId: string;
  text: string;
  /** The beginning of what its sender wrote, for events. */
  snippet: string;
  html: string | null;
  /** The words that find the message in a search. */
  words: string[];
}

/** The storage time of texts is the present, which always has a partition. */
export const storageTime = (): Date => new Date();

export function insertMessageBodies(tx: Tx, bodies: MessageBody[], storedAt: Date): void {
  if (bodies.length === 0) return;
  tx.defer(sql`
    insert into message_body (workspace_id, message_id, stored_at, text, snippet, html, words)
    select ${tx.workspaceId}, "messageId", ${storedAt}, text, snippet, html, words
    from json_to_recordset(${JSON.stringify(bodies)})
      as body ("messageId" uuid, text text, snippet text, html text, words text[])`);
  const indexedBodies = bodies.flatMap(({ messageId, conversationId, words }) =>
    words.length === 0 ? [] : [{ messageId, conversationId, words }],
  );
  // In the order of the index, so that the insert visits each page of the index once. OFFSET 0 keeps the
  // look-ups of the messages separate.
  if (indexedBodies.length > 0)
    tx.defer(sql`
      insert into message_word (workspace_id, visible_to, word, stored_at, message_id, conversation_id)
      select ${tx.workspaceId}, m.visible_to, word, ${storedAt}, "messageId", "conversationId"
      from json_to_recordset(${JSON.stringify(indexedBodies)})
        as found ("messageId" uuid, "conversationId" uuid, words text[])
      cross join lateral (
        select visible_to from message
        where workspace_id = ${tx.workspaceId} and id = found."messageId" offset 0) m
      cross join lateral unnest(found.words) as word
      order by m.visible_to, word collate "C", "messageId"`);
}

/** Joins the text of a message `m` as `body`. */
export const joinedBody = (tx: Tx): Sql => sql`
  left join message_body body
    on body.workspace_id = ${tx.workspaceId} and body.message_id = m.id and body.stored_at = m.stored_at`;
export const hasHtmlBody = sql`body.html is not null`;
export const bodyText = sql`coalesce(body.text, m.text)`;
