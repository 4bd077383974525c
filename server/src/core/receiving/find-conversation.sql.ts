import { type Sql, sql, type Tx } from '../../platform/db/index.ts';
import type { MessageThread, RecentThread } from './conversation-rules.ts';

const recentMs = 31 * 24 * 60 * 60_000;
const recentLimit = 20;

const threadColumns: Sql = sql`
  c.id as "conversationId", c.prospect_id as "prospectId", c.campaign_id as "campaignId", c.subject`;

export interface OutboundThread extends MessageThread {
  outboundId: string;
  isUnknown: boolean;
}

/** Emails and replies of ours. An email without a recorded acceptance may have no conversation. */
export const selectOutboundThreads = (tx: Tx, mailboxId: string, ids: string[]) =>
  tx.rows<OutboundThread>(sql`
    select o.id as "outboundId", o.prospect_id as "prospectId", o.campaign_id as "campaignId",
           coalesce(m.conversation_id, e.conversation_id) as "conversationId", m.subject,
           o.status = 'unknown' and o.mailbox_id = ${mailboxId} as "isUnknown"
    from outbound_message o
    join enrollment e on e.workspace_id = ${tx.workspaceId} and e.campaign_id = o.campaign_id
      and e.prospect_id = o.prospect_id
    left join message m on m.workspace_id = ${tx.workspaceId} and m.id = o.id
    where o.workspace_id = ${tx.workspaceId} and o.id = any(${ids}::uuid[])
    union all
    select r.id, c.prospect_id, c.campaign_id, c.id, r.subject, r.status = 'unknown' and r.mailbox_id = ${mailboxId}
    from outbound_reply r
    join conversation c on c.workspace_id = ${tx.workspaceId} and c.id = r.conversation_id
    where r.workspace_id = ${tx.workspaceId} and r.id = any(${ids}::uuid[])`);

/** Stored messages by their Message-ID. */
export const selectThreadsByHeader = (tx: Tx, headers: string[]) =>
  tx.rows<MessageThread & { header: string }>(sql`
    select m.message_id as header, ${threadColumns}, coalesce(o.id, r.id) as "outboundId"
    from message m
    join conversation c on c.workspace_id = ${tx.workspaceId} and c.id = m.conversation_id
    left join outbound_message o on o.workspace_id = ${tx.workspaceId} and o.id = m.id
    left join outbound_reply r on r.workspace_id = ${tx.workspaceId} and r.id = m.id
    where m.workspace_id = ${tx.workspaceId} and m.message_id = any(${headers}::text[])`);

export const selectThreadsByGmailId = (tx: Tx, mailboxId: string, ids: string[]) =>
  tx.rows<MessageThread & { gmailThreadId: string }>(sql`
    select c.gmail_thread_id as "gmailThreadId", ${threadColumns}, null::uuid as "outboundId"
    from conversation c
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
           given.key, ${threadColumns}, null::uuid as "outboundId", c.last_message_at as "lastMessageAt"
    from unnest(${keys}::text[]) as given (key)
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

export async function selectMailboxZone(tx: Tx, mailboxId: string): Promise<string> {
  const [row] = await tx.rows<{ zone: string }>(sql`
    select zone from mailbox where workspace_id = ${tx.workspaceId} and id = ${mailboxId}`);
  return row?.zone ?? 'UTC';
}
