import type { CampaignStatus, CampaignStep } from '@outcrop/contract';
import { type Sql, sql, type Tx } from '../platform/db/index.ts';

/** Only as many as are shown are counted up: the index gives the newest, and each has its count kept. */
export const selectNewest = (tx: Tx, most: number) =>
  tx.rows<{
    id: string;
    name: string;
    status: 'draft' | 'running' | 'paused';
    enrolled: number;
  }>(sql`
    select c.id, c.name, c.status,
           coalesce((
             select count from board_count
             where workspace_id = ${tx.workspaceId} and kind = 'campaign' and key = c.id::text), 0)::int as enrolled
    from campaign c
    where c.workspace_id = ${tx.workspaceId} and c.status <> 'archived'
    order by c.created_at desc, c.id desc
    limit ${most}`);

/** The campaign, which nobody can archive before this transaction ends. */
export async function shareCampaign(tx: Tx, id: string) {
  const [campaign] = await tx.rows<{ id: string; name: string; isArchived: boolean }>(sql`
    select id, name, status = 'archived' as "isArchived"
    from campaign
    where workspace_id = ${tx.workspaceId} and id = ${id}
    for share`);
  return campaign;
}

export async function hasEmailStep(tx: Tx, campaignId: string): Promise<boolean> {
  const [row] = await tx.rows<{ found: boolean }>(sql`
    select exists (
      select from campaign_step
      where workspace_id = ${tx.workspaceId} and campaign_id = ${campaignId} and kind = 'email') as found`);
  return row!.found;
}

/** Asked behind the lock, in a statement of its own, so that nobody else changes it any more. */
export async function selectEnrolled(
  tx: Tx,
  campaignId: string,
  ids: string[],
): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>(sql`
    select prospect_id as id from enrollment
    where workspace_id = ${tx.workspaceId} and campaign_id = ${campaignId} and prospect_id = any(${ids}::uuid[])`);
  return new Set(rows.map(({ id }) => id));
}

export function insertEnrollments(tx: Tx, campaignId: string, ids: string[]): void {
  if (ids.length === 0) return;
  tx.atCommit(sql`
    insert into enrollment (workspace_id, campaign_id, prospect_id)
    select ${tx.workspaceId}, ${campaignId}, unnest(${ids}::uuid[])`);
}

/** A campaign as a list shows it. */
export interface CampaignRow {
  id: string;
  name: string;
  status: CampaignStatus;
  enrolled: number;
  stepCount: number;
  createdAt: Date;
}

const columns = (tx: Tx): Sql => sql`
  c.id, c.name, c.status, c.created_at as "createdAt",
  coalesce((
    select count from board_count
    where workspace_id = ${tx.workspaceId} and kind = 'campaign' and key = c.id::text), 0)::int as enrolled,
  (select count(*)::int from campaign_step s
   where s.workspace_id = ${tx.workspaceId} and s.campaign_id = c.id) as "stepCount"`;

/**
 * Campaigns of one state, or all but the archived ones. Those that are archived, and those that are
 * not, have an index of their own: a policy keeps the planner from using one over the state.
 */
const inState = (status: CampaignStatus | null): Sql => {
  if (status === null) return sql`c.status <> 'archived'`;
  if (status === 'archived') return sql`c.status = 'archived'`;
  return sql`c.status <> 'archived' and c.status = ${status}`;
};

/** A page of campaigns, the newest first. */
export const selectPage = (
  tx: Tx,
  status: CampaignStatus | null,
  after: { at: Date; id: string } | null,
  most: number,
) =>
  tx.rows<CampaignRow>(sql`
    select ${columns(tx)}
    from campaign c
    where c.workspace_id = ${tx.workspaceId}
      and ${inState(status)}
      ${after ? sql`and (c.created_at, c.id) < (${after.at}, ${after.id})` : sql``}
    order by c.created_at desc, c.id desc
    limit ${most}`);

export async function selectCampaign(tx: Tx, id: string): Promise<CampaignRow | undefined> {
  const [row] = await tx.rows<CampaignRow>(sql`
    select ${columns(tx)} from campaign c where c.workspace_id = ${tx.workspaceId} and c.id = ${id}`);
  return row;
}

/** Nobody else changes the campaign, or enrolls anyone in it, until this transaction ends. */
export const lockCampaign = (tx: Tx, id: string) =>
  tx.run(sql`
    select 1 from campaign where workspace_id = ${tx.workspaceId} and id = ${id} for no key update`);

export async function selectSteps(tx: Tx, campaignId: string): Promise<CampaignStep[]> {
  const rows = await tx.rows<{ step: CampaignStep }>(sql`
    select case kind
      when 'email' then json_build_object('kind', kind, 'subject', subject, 'body', body)
      else json_build_object('kind', kind, 'days', wait_days) end as step
    from campaign_step
    where workspace_id = ${tx.workspaceId} and campaign_id = ${campaignId}
    order by position`);
  return rows.map(({ step }) => step);
}

/** Makes a draft, unless the workspace has so many campaigns; the lock makes that exact. */
export async function insertCampaign(
  tx: Tx,
  { id, name, most }: { id: string; name: string; most: number },
): Promise<Date | undefined> {
  const [, [made]] = await Promise.all([
    tx.rows(
      sql`select pg_advisory_xact_lock(hashtextextended(${`campaign ${tx.workspaceId}`}, 0))`,
    ),
    tx.rows<{ createdAt: Date }>(sql`
      insert into campaign (workspace_id, id, name)
      select ${tx.workspaceId}, ${id}, ${name}
      where (select count(*) from campaign where workspace_id = ${tx.workspaceId}) < ${most}
      returning created_at as "createdAt"`),
  ]);
  return made?.createdAt;
}

export function updateCampaign(
  tx: Tx,
  id: string,
  { name, status }: { name: string; status: CampaignStatus },
): void {
  tx.atCommit(sql`
    update campaign set name = ${name}, status = ${status}
    where workspace_id = ${tx.workspaceId} and id = ${id}`);
}

/** Puts these steps in the place of all that are there. */
export function replaceSteps(tx: Tx, campaignId: string, steps: CampaignStep[]): void {
  const rows = steps.map((step, place) => ({
    position: place + 1,
    kind: step.kind,
    ...(step.kind === 'email'
      ? { subject: step.subject, body: step.body }
      : { wait_days: step.days }),
  }));
  tx.atCommit(sql`
    with shortened as (
      delete from campaign_step
      where workspace_id = ${tx.workspaceId} and campaign_id = ${campaignId} and position > ${rows.length})
    insert into campaign_step (workspace_id, campaign_id, position, kind, subject, body, wait_days)
    select ${tx.workspaceId}, ${campaignId}, position, kind, subject, body, wait_days
    from json_populate_recordset(null::campaign_step, ${JSON.stringify(rows)})
    on conflict (workspace_id, campaign_id, position) do update
    set kind = excluded.kind, subject = excluded.subject, body = excluded.body, wait_days = excluded.wait_days`);
}
