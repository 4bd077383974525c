import { type Sql, sql, type Tx } from '../../src/platform/db/index.ts';

/** The actual counts of rows per board. */
const actualCounts = (workspaceId: string): Sql => sql`
  select 'stage' as kind, stage::text as key, count(*)::int as count
  from prospect where workspace_id = ${workspaceId} group by stage
  union all
  select 'list', list_id::text, count(*)::int
  from prospect_list where workspace_id = ${workspaceId} group by list_id
  union all
  select 'tag', tag_id::text, count(*)::int
  from prospect_tag where workspace_id = ${workspaceId} group by tag_id
  union all
  select 'campaign', campaign_id::text, count(*)::int
  from enrollment where workspace_id = ${workspaceId} group by campaign_id`;

/** Recalculates board counts after rows were changed in the database. */
export async function recountBoards(tx: Tx): Promise<void> {
  await tx.run(sql`delete from board_count where workspace_id = ${tx.workspaceId}`);
  await tx.run(sql`
    insert into board_count (workspace_id, kind, key, count)
    select ${tx.workspaceId}, kind, key, count from (${actualCounts(tx.workspaceId)}) as counted`);
}
