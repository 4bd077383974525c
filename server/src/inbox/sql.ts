import { empty, type Sql, sql, type Tx } from '../platform/db/index.ts';
import type { Position } from '../platform/http/cursor.ts';

export interface Filters {
  unread: boolean | null;
  campaignId: string | null;
  prospectId: string | null;
}

export interface Page {
  after: Position | null;
  take: number;
}

export interface Row {
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

/** Which of the filters' ids nothing in the workspace has. */
export const selectMissing = (tx: Tx, { campaignId, prospectId }: Filters) =>
  tx.rows<{ kind: 'campaign' | 'prospect'; id: string }>(sql`
    select 'campaign' as kind, ${campaignId}::uuid as id
    where ${campaignId}::uuid is not null and not exists (
      select from campaign where workspace_id = ${tx.workspaceId} and id = ${campaignId}::uuid)
    union all
    select 'prospect', ${prospectId}::uuid
    where ${prospectId}::uuid is not null and not exists (
      select from prospect where workspace_id = ${tx.workspaceId} and id = ${prospectId}::uuid)`);

/** One page of what the user may see, newest message first. */
export const selectConversations = (tx: Tx, userId: string, filters: Filters, page: Page) =>
  tx.rows<Row>(sql`
    select c.id, c.campaign_id as "campaignId", c.channel, c.subject, c.snippet,
           c.last_message_at as "lastMessageAt", c.last_direction as "lastDirection", c.unread,
           c.message_count as "messageCount", p.id as "prospectId", p.full_name as "fullName",
           p.first_name as "firstName", p.last_name as "lastName", p.company_name as "companyName"
    from (
      select c.* from ${visible(tx, userId, filters, page)}
      order by c.last_message_at desc, c.id desc
      limit ${page.take}) as c
    left join prospect p on p.workspace_id = ${tx.workspaceId} and p.id = c.prospect_id
    order by c.last_message_at desc, c.id desc`);

/**
 * Conversations, as `c`, among which the page is. A person has few. Otherwise the newest of each
 * mailbox are taken, read and unread ones apart, as the index holds them: a filter over all of them
 * would read a whole workspace for a user who may see nothing of it.
 */
function visible(tx: Tx, userId: string, filters: Filters, { after, take }: Page): Sql {
  const mailboxes = sql`
    select id from mailbox
    where workspace_id = ${tx.workspaceId} and (shared or owner_id = ${userId})`;
  const ofCampaign =
    filters.campaignId === null ? empty : sql`and c.campaign_id = ${filters.campaignId}`;
  const older =
    after === null ? empty : sql`and (c.last_message_at, c.id) < (${after.at}, ${after.id}::uuid)`;

  if (filters.prospectId !== null)
    return sql`conversation c
      where c.workspace_id = ${tx.workspaceId} and c.prospect_id = ${filters.prospectId}
        and c.mailbox_id in (${mailboxes})
        ${filters.unread === null ? empty : sql`and c.unread = ${filters.unread}`}
        ${ofCampaign} ${older}`;

  const halves = filters.unread === null ? [true, false] : [filters.unread];
  return sql`(${mailboxes}) as mailbox
    cross join unnest(${halves}::boolean[]) as half (unread)
    cross join lateral (
      select * from conversation c
      where c.workspace_id = ${tx.workspaceId} and c.mailbox_id = mailbox.id and c.unread = half.unread
        ${ofCampaign} ${older}
      order by c.last_message_at desc, c.id desc
      limit ${take}) as c`;
}
