import { type Sql, sql, type Tx } from '../../platform/db/index.ts';
import type { MessageThread, RecentThread } from './conversation-rules.ts';

const recentMs = 31 * 24 * 60 * 60_000;
const recentLimit = 20;

const threadColumns: Sql = sql`
  c.id as "conversationId", c.prospect_id as "prospectId", c.campaign_id as "campaignId", c.subject`;

const maxParticipants = 50;

/**
 * Who sees a conversation `c` and takes part in it. Without a conversation, the mailbox `sender` of the
 * email decides who would see it. Messages are read in `reader`.
 */
const threadPeople = (tx: Tx, prospectId: Sql, sender: Sql): Sql => sql`
  (select coalesce(c.mailbox_id, ${sender}) = reader.id or coalesce(c.visible_to, (
     select visible_to from mailbox where workspace_id = ${tx.workspaceId} and id = ${sender})) = reader.visible_to
   ) as "hasSameAudience",
  (select email_key from prospect where workspace_id = ${tx.workspaceId} and id = ${prospectId}) as "prospectKey",
  case when c.id is null then '{}' else array(
    select distinct address from (
      (select sender as address from message
       where workspace_id = ${tx.workspaceId} and conversation_id = c.id and kind = 'human'
       order by sent_at desc, id desc limit ${maxParticipants})
      union all
      (select recipient from outbound_reply
       where workspace_id = ${tx.workspaceId} and conversation_id = c.id and status = 'accepted'
       order by created_at desc, id desc limit ${maxParticipants})) as participant
    where address is not null) end as participants`;

const reader = (tx: Tx, mailboxId: string): Sql => sql`
  (select id, visible_to from mailbox where workspace_id = ${tx.workspaceId} and id = ${mailboxId}) as reader`;

export interface OutboundThread extends MessageThread {
  outboundId: string;
  isUnknown: boolean;
}

/** Emails and replies of ours. An email without a recorded acceptance may have no conversation. */
export const selectOutboundThreads = (tx: Tx, mailboxId: string, ids: string[]) =>
  tx.rows<OutboundThread>(sql`
    select o.id as "outboundId", o.prospect_id as "prospectId", o.campaign_id as "campaignId",
           c.id as "conversationId", m.subject,
           o.status = 'unknown' and o.mailbox_id = ${mailboxId} as "isUnknown",
           ${threadPeople(tx, sql`o.prospect_id`, sql`o.mailbox_id`)}
    from ${reader(tx, mailboxId)}
    cross join outbound_message o
    join enrollment e on e.workspace_id = ${tx.workspaceId} and e.campaign_id = o.campaign_id
      and e.prospect_id = o.prospect_id
    left join message m on m.workspace_id = ${tx.workspaceId} and m.id = o.id
    left join conversation c on c.workspace_id = ${tx.workspaceId}
      and c.id = coalesce(m.conversation_id, e.conversation_id)
    where o.workspace_id = ${tx.workspaceId} and o.id = any(${ids}::uuid[])
    union all
    select r.id, c.prospect_id, c.campaign_id, c.id, r.subject, r.status = 'unknown' and r.mailbox_id = ${mailboxId},
           ${threadPeople(tx, sql`c.prospect_id`, sql`r.mailbox_id`)}
    from ${reader(tx, mailboxId)}
    cross join outbound_reply r
    join conversation c on c.workspace_id = ${tx.workspaceId} and c.id = r.conversation_id
    where r.workspace_id = ${tx.workspaceId} and r.id = any(${ids}::uuid[])`);

/** Stored messages by their Message-ID. */
export const selectThreadsByHeader = (tx: Tx, mailboxId: string, headers: string[]) =>
  tx.rows<MessageThread & { header: string }>(sql`
    select m.message_id as header, ${threadColumns}, coalesce(o.id, r.id) as "outboundId",
           ${threadPeople(tx, sql`c.prospect_id`, sql`c.mailbox_id`)}
    from ${reader(tx, mailboxId)}
    cross join message m
    join conversation c on c.workspace_id = ${tx.workspaceId} and c.id = m.conversation_id
    left join outbound_message o on o.workspace_id = ${tx.workspaceId} and o.id = m.id
    left join outbound_reply r on r.workspace_id = ${tx.workspaceId} and r.id = m.id
    where m.workspace_id = ${tx.workspaceId} and m.message_id = any(${headers}::text[])
    order by "hasSameAudience", (m.other_mailbox_id is null)`);

export const selectThreadsByGmailId = (tx: Tx, mailboxId: string, ids: string[]) =>
  tx.rows<MessageThread & { gmailThreadId: string }>(sql`
    select c.gmail_thread_id as "gmailThreadId", ${threadColumns}, null::uuid as "outboundId",
           ${threadPeople(tx, sql`c.prospect_id`, sql`c.mailbox_id`)}
    from ${reader(tx, mailboxId)}
    cross join conversation c
    where c.workspace_id = ${tx.workspaceId} and c.mailbox_id = ${mailboxId}
      and c.gmail_thread_id = any(${ids}::text[])
    order by c.last_message_at`);

export const selectProspectsByEmail = (tx: Tx, keys: string[]) =>
  tx.rows<{ id: string; key: string }>(sql`
    select id, email_key as key from prospect
    where workspace_id = ${tx.workspaceId} and email_key = any(${keys}::text[])`);

/** Conversations of a mailbox with these addresses, newest first. OFFSET 0 keeps the look-ups one by one. */
export const selectRecentThreads = (tx: Tx, mailboxId: string, keys: string[], before: Date) => {
  const since = new Date(before.getTime() - recentMs);
  return tx.rows<RecentThread & { key: string }>(sql`
    select distinct on (c.last_message_at, c.id, given.key)
           given.key, ${threadColumns}, null::uuid as "outboundId", c.last_message_at as "lastMessageAt",
           ${threadPeople(tx, sql`c.prospect_id`, sql`c.mailbox_id`)}
    from ${reader(tx, mailboxId)}
    cross join unnest(${keys}::text[]) as given (key)
    cross join lateral (
      (select c.id from prospect p
       join conversation c on c.workspace_id = ${tx.workspaceId} and c.prospect_id = p.id
       where p.workspace_id = ${tx.workspaceId} and p.email_key = given.key
       order by c.last_message_at desc limit ${recentLimit})
      union all
      (select conversation_id from message
       where workspace_id = ${tx.workspaceId} and sender = given.key and sent_at >= ${since}
       order by sent_at desc limit ${recentLimit})
      offset 0) found
    join conversation c on c.workspace_id = ${tx.workspaceId} and c.id = found.id
    where c.mailbox_id = ${mailboxId} and c.last_message_at >= ${since}
    order by c.last_message_at desc, c.id, given.key`);
};

/** Returns the addresses, in lower case, that belong to mailboxes of the workspace. */
export async function selectOwnAddresses(tx: Tx, addresses: string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ address: string }>(sql`
    select lower(address) as address from mailbox
    where workspace_id = ${tx.workspaceId} and lower(address) = any(${addresses}::text[])`);
  return new Set(rows.map(({ address }) => address));
}

export async function selectReadingMailbox(
  tx: Tx,
  mailboxId: string,
): Promise<{ zone: string; shared: boolean }> {
  const [row] = await tx.rows<{ zone: string; shared: boolean }>(sql`
    select zone, shared from mailbox where workspace_id = ${tx.workspaceId} and id = ${mailboxId}`);
  return row ?? { zone: 'UTC', shared: false };
}
