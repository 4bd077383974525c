import { sql, type Tx } from '../platform/db/index.ts';

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
export async function lockCampaign(tx: Tx, id: string) {
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
