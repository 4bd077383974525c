import type { CampaignStatus } from '@outcrop/contract';
import type { StoredPause } from '../core/sending/sending-guard-rules.ts';
import { lockInWorkspace, type Sql, sql, type Tx } from '../platform/db/index.ts';
import type { EarlierEnrollment } from './enrollment-rules.ts';

export interface ListedCampaign {
  id: string;
  name: string;
  status: 'draft' | 'running' | 'paused';
  enrolled: number;
  createdAt: Date;
  rank: number;
}

/** Where a page of listed campaigns starts. */
export type ListedCampaignPosition = Pick<ListedCampaign, 'id' | 'createdAt' | 'rank'>;

const listRanks = { running: 3, paused: 2, draft: 1 } as const;

/** Running campaigns first, then paused ones, then drafts, the newest of each first. */
export const selectListedCampaigns = (
  tx: Tx,
  status: ListedCampaign['status'] | undefined,
  after: ListedCampaignPosition | null,
  limit: number,
) =>
  tx.rows<ListedCampaign>(sql`
    select c.id, c.name, c.status, c.created_at as "createdAt", c.list_rank as rank,
           coalesce((
             select count from board_count
             where workspace_id = ${tx.workspaceId} and kind = 'campaign' and key = c.id::text), 0)::int as enrolled
    from campaign c
    where c.workspace_id = ${tx.workspaceId}
      and ${status ? sql`c.list_rank = ${listRanks[status]}::smallint` : sql`c.list_rank > 0::smallint`}
      ${after ? sql`and (c.list_rank, c.created_at, c.id) < (${after.rank}::smallint, ${after.createdAt}, ${after.id})` : sql``}
    order by c.list_rank desc, c.created_at desc, c.id desc
    limit ${limit}`);

/** Locks the campaign against archiving until the transaction ends. */
export async function lockCampaignShared(tx: Tx, id: string) {
  const [campaign] = await tx.rows<{
    id: string;
    name: string;
    footer: string | null;
    isArchived: boolean;
  }>(sql`
    select id, name, footer, status = 'archived' as "isArchived"
    from campaign
    where workspace_id = ${tx.workspaceId} and id = ${id}
    for share`);
  return campaign;
}

/** Prospects that may be enrolled, without locking them. */
export const selectEnrollmentCandidates = (tx: Tx, ids: string[]) =>
  tx.rows<{ id: string; doNotContact: boolean; emailKey: string | null }>(sql`
    select id, do_not_contact as "doNotContact", email_key as "emailKey" from prospect
    where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[])`);

/** Must run in a separate statement after the prospects are locked. */
/** Earlier enrollments of prospects in a campaign. */
export async function selectEarlierEnrollments(
  tx: Tx,
  campaignId: string,
  ids: string[],
): Promise<Map<string, EarlierEnrollment>> {
  const rows = await tx.rows<EarlierEnrollment & { id: string }>(sql`
    select e.prospect_id as id, e.status,
           e.status = 'suppressed' and exists (
             select from outbound_message o
             where o.workspace_id = ${tx.workspaceId} and o.campaign_id = ${campaignId}
               and o.prospect_id = e.prospect_id and o.status = 'unknown') as "hasUnknownEmail"
    from enrollment e
    where e.workspace_id = ${tx.workspaceId} and e.campaign_id = ${campaignId}
      and e.prospect_id = any(${ids}::uuid[])`);
  return new Map(rows.map(({ id, ...earlier }) => [id, earlier]));
}

/**
 * Continues enrollments that suppression ended, of locked prospects. If the mailbox was removed,
 * another one sends the next email in a new conversation.
 */
export function resumeSuppressed(tx: Tx, campaignId: string, ids: string[], at: Date): void {
  if (ids.length === 0) return;
  const isMailboxRemoved = sql`exists (
    select from mailbox
    where workspace_id = ${tx.workspaceId} and id = e.mailbox_id and status = 'removed')`;
  tx.defer(sql`
    update enrollment e
    set status = 'waiting', reason = null, due_at = greatest(e.due_at, ${at}),
        mailbox_id = case when not ${isMailboxRemoved} then e.mailbox_id end,
        conversation_id = case when not ${isMailboxRemoved} then e.conversation_id end
    where e.workspace_id = ${tx.workspaceId} and e.campaign_id = ${campaignId}
      and e.prospect_id = any(${ids}::uuid[]) and e.status = 'suppressed'`);
}

/** The wait before the first email, with its time zone and holidays. */
export interface CampaignStart {
  days: number;
  workingDays: number;
  zone: string;
  holidays: string[];
}

export async function selectCampaignStart(tx: Tx, campaignId: string): Promise<CampaignStart> {
  const [start] = await tx.rows<CampaignStart>(sql`
    select coalesce(sum(wait_days) filter (where not working_days), 0)::int as days,
           coalesce(sum(wait_days) filter (where working_days), 0)::int as "workingDays",
           coalesce((
             select m.zone from campaign_mailbox cm
             join mailbox m on m.workspace_id = cm.workspace_id and m.id = cm.mailbox_id
             where cm.workspace_id = ${tx.workspaceId} and cm.campaign_id = ${campaignId}
             order by m.id limit 1), 'UTC') as zone,
           coalesce((
             select holidays::text[] from mail_settings where workspace_id = ${tx.workspaceId}), '{}') as holidays
    from campaign_step
    where workspace_id = ${tx.workspaceId} and campaign_id = ${campaignId} and kind = 'wait'
      and position < (
        select min(position) from campaign_step
        where workspace_id = ${tx.workspaceId} and campaign_id = ${campaignId} and kind = 'email')`);
  return start!;
}

export function insertEnrollments(tx: Tx, campaignId: string, ids: string[], dueAt: Date): void {
  if (ids.length === 0) return;
  tx.defer(sql`
    insert into enrollment (workspace_id, campaign_id, prospect_id, due_at)
    select ${tx.workspaceId}, ${campaignId}, unnest(${ids}::uuid[]), ${dueAt}`);
}

export interface CampaignRow {
  id: string;
  name: string;
  status: CampaignStatus;
  pause: StoredPause | null;
  enrolled: number;
  contacted: number;
  replied: number;
  stepCount: number;
  createdAt: Date;
}

const campaignColumns = (tx: Tx): Sql => sql`
  c.id, c.name, c.status, c.pause, c.created_at as "createdAt",
  coalesce((
    select count from board_count
    where workspace_id = ${tx.workspaceId} and kind = 'campaign' and key = c.id::text), 0)::int as enrolled,
  (select coalesce(sum(d.sent), 0)::int from campaign_day d
   where d.workspace_id = ${tx.workspaceId} and d.campaign_id = c.id) as contacted,
  (select count(*)::int from enrollment e
   where e.workspace_id = ${tx.workspaceId} and e.campaign_id = c.id and e.status = 'replied') as replied,
  (select count(*)::int from campaign_step s
   where s.workspace_id = ${tx.workspaceId} and s.campaign_id = c.id) as "stepCount"`;

/**
 * Campaigns with one status, or all that are not archived. Archived and other campaigns have separate
 * partial indexes, because the row-level security policy keeps the planner from using one on status.
 */
const hasStatus = (status: CampaignStatus | null): Sql => {
  if (status === null) return sql`c.status <> 'archived'`;
  if (status === 'archived') return sql`c.status = 'archived'`;
  return sql`c.status <> 'archived' and c.status = ${status}`;
};

export const selectCampaignPage = (
  tx: Tx,
  status: CampaignStatus | null,
  after: { at: Date; id: string } | null,
  limit: number,
) =>
  tx.rows<CampaignRow>(sql`
    select ${campaignColumns(tx)}
    from campaign c
    where c.workspace_id = ${tx.workspaceId}
      and ${hasStatus(status)}
      ${after ? sql`and (c.created_at, c.id) < (${after.at}, ${after.id})` : sql``}
    order by c.created_at desc, c.id desc
    limit ${limit}`);

/** Settings that lists of campaigns leave out. */
export interface CampaignSettings {
  newPerDay: number | null;
  footer: string | null;
}

export type FullCampaign = CampaignRow & CampaignSettings;

export async function selectCampaign(tx: Tx, id: string): Promise<FullCampaign | undefined> {
  const [row] = await tx.rows<FullCampaign>(sql`
    select ${campaignColumns(tx)}, c.new_per_day as "newPerDay", c.footer from campaign c where c.workspace_id = ${tx.workspaceId} and c.id = ${id}`);
  return row;
}

/** Blocks other changes and enrollments until the transaction ends. */
export const lockCampaign = (tx: Tx, id: string) =>
  tx.run(sql`
    select 1 from campaign where workspace_id = ${tx.workspaceId} and id = ${id} for no key update`);

/** Inserts a draft unless the workspace is at the limit. The lock makes the limit exact. */
export async function insertCampaign(
  tx: Tx,
  campaign: { id: string; name: string; limit: number } & CampaignSettings,
): Promise<Date | undefined> {
  const { id, name, newPerDay, footer, limit } = campaign;
  const [, [created]] = await Promise.all([
    lockInWorkspace(tx, 'campaign'),
    tx.rows<{ createdAt: Date }>(sql`
      insert into campaign (workspace_id, id, name, new_per_day, footer)
      select ${tx.workspaceId}, ${id}, ${name}, ${newPerDay}::integer, ${footer}::text
      where (select count(*) from campaign where workspace_id = ${tx.workspaceId}) < ${limit}
      returning created_at as "createdAt"`),
  ]);
  return created?.createdAt;
}

/** After an automatic pause, only later emails count for the next automatic pause. */
export function updateCampaign(
  tx: Tx,
  id: string,
  campaign: Pick<FullCampaign, 'name' | 'status' | 'pause'> & CampaignSettings,
  at: Date,
): void {
  const { name, status, pause, newPerDay, footer } = campaign;
  tx.defer(sql`
    update campaign
    set name = ${name}, status = ${status}, new_per_day = ${newPerDay}, footer = ${footer},
        counted_since = case when pause is not null and ${pause === null} then ${at} else counted_since end,
        pause = ${pause && JSON.stringify(pause)}
    where workspace_id = ${tx.workspaceId} and id = ${id}`);
}

/** Counts entries of the audit log. The lock makes concurrent counts wait. */
export async function countTestEmails(tx: Tx, since: Date): Promise<number> {
  await lockInWorkspace(tx, 'test emails');
  const [row] = await tx.rows<{ count: number }>(sql`
    select count(*)::int as count from audit_entry
    where workspace_id = ${tx.workspaceId} and action = 'campaign.test_email' and created_at > ${since}`);
  return row!.count;
}
