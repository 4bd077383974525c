import type { PagePosition } from '../platform/cursor.ts';
import { empty, type Sql, sql, type Tx } from '../platform/db/index.ts';

export interface InboxFilters {
  unread: boolean | null;
  campaignId: string | null;
  prospectId: string | null;
}

export interface InboxPage {
  after: PagePosition | null;
  take: number;
}

export interface InboxRow {
  id: string;
  campaignId: string | null;
  channel: 'email';
  subject: string | null;
  snippet: string;
  lastMessageAt: Date;
  lastDirection: 'inbound' | 'outbound';
  unread: boolean;
  messageCount: number;
  prospectId: string | null;
  fullName: string | null;
  firstName: string | null;
  lastName: string | null;
  companyName: string | null;
}

/** Filter ids that do not exist in the workspace. */
export const selectMissingFilterIds = (tx: Tx, { campaignId, prospectId }: InboxFilters) =>
  tx.rows<{ kind: 'campaign' | 'prospect'; id: string }>(sql`
    select 'campaign' as kind, ${campaignId}::uuid as id
    where ${campaignId}::uuid is not null and not exists (
      select from campaign where workspace_id = ${tx.workspaceId} and id = ${campaignId}::uuid)
    union all
    select 'prospect', ${prospectId}::uuid
    where ${prospectId}::uuid is not null and not exists (
      select from prospect where workspace_id = ${tx.workspaceId} and id = ${prospectId}::uuid)`);

/** One page of conversations that the user can see, newest message first. */
export const selectConversations = (
  tx: Tx,
  userId: string,
  filters: InboxFilters,
  page: InboxPage,
) =>
  tx.rows<InboxRow>(sql`
    select c.id, c.campaign_id as "campaignId", c.channel, c.subject, c.snippet,
           c.last_message_at as "lastMessageAt", c.last_direction as "lastDirection", c.unread,
           c.message_count as "messageCount", p.id as "prospectId", p.full_name as "fullName",
           p.first_name as "firstName", p.last_name as "lastName", p.company_name as "companyName"
    from (
      select c.* from ${visibleConversations(tx, userId, filters, page)}
      order by c.last_message_at desc, c.id desc
      limit ${page.take}) as c
    left join prospect p on p.workspace_id = ${tx.workspaceId} and p.id = c.prospect_id
    order by c.last_message_at desc, c.id desc`);

/**
 * Candidate conversations for the page, as `c`. A prospect has few. Otherwise the newest of each
 * mailbox are read, unread and read separately to match the index: filtering all conversations would
 * read the whole workspace even for a user who can see none of them.
 */
function visibleConversations(
  tx: Tx,
  userId: string,
  filters: InboxFilters,
  { after, take }: InboxPage,
): Sql {
  const mailboxes = sql`
    select id from mailbox
    where workspace_id = ${tx.workspaceId} and (shared or owner_id = ${userId})`;
  const inCampaign =
    filters.campaignId === null ? empty : sql`and c.campaign_id = ${filters.campaignId}`;
  const older =
    after === null ? empty : sql`and (c.last_message_at, c.id) < (${after.at}, ${after.id}::uuid)`;

  if (filters.prospectId !== null)
    return sql`conversation c
      where c.workspace_id = ${tx.workspaceId} and c.prospect_id = ${filters.prospectId}
        and c.mailbox_id in (${mailboxes})
        ${filters.unread === null ? empty : sql`and c.unread = ${filters.unread}`}
        ${inCampaign} ${older}`;

  const unreadStates = filters.unread === null ? [true, false] : [filters.unread];
  return sql`(${mailboxes}) as mailbox
    cross join unnest(${unreadStates}::boolean[]) as state (unread)
    cross join lateral (
      select * from conversation c
      where c.workspace_id = ${tx.workspaceId} and c.mailbox_id = mailbox.id and c.unread = state.unread
        ${inCampaign} ${older}
      order by c.last_message_at desc, c.id desc
      limit ${take}) as c`;
}
