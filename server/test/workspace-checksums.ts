import { tenantTables, workspaceColumn } from '../migrations/tables.ts';
import { type Database, raw, sql } from '../src/platform/db/index.ts';

/** A checksum of the workspace's rows per table, without the request log and when a token or member was last seen. */
export async function workspaceChecksums(
  owner: Database,
  workspaceId: string,
): Promise<Record<string, string>> {
  const sums: Record<string, string> = {};
  for (const table of Object.keys(tenantTables)) {
    if (table === 'request_log') continue;
    const [row] = await owner.ask<{ sum: string }>(sql`
      select count(*) || ' ' || md5(coalesce(string_agg(line, '' order by line), '')) as sum
      from (select (to_jsonb(t) - 'last_used_at' - 'last_seen_at')::text as line from ${raw(table)} t
            where ${raw(workspaceColumn(table))} = ${workspaceId}) as lines`);
    sums[table] = row!.sum;
  }
  return sums;
}

/** The stored and the actual board counts: `kind key` → number, without zeros. */
export async function boardCounts(owner: Database, workspaceId: string) {
  const stored = sql`
    select kind || ' ' || key as board, count::int from board_count
    where workspace_id = ${workspaceId} and count <> 0`;
  const counted = sql`
    select 'stage ' || stage as board, count(*)::int from prospect
    where workspace_id = ${workspaceId} group by stage
    union all
    select 'list ' || list_id, count(*)::int from prospect_list
    where workspace_id = ${workspaceId} group by list_id
    union all
    select 'tag ' || tag_id, count(*)::int from prospect_tag
    where workspace_id = ${workspaceId} group by tag_id
    union all
    select 'campaign ' || campaign_id, count(*)::int from enrollment
    where workspace_id = ${workspaceId} group by campaign_id`;
  const read = async (statement: typeof stored): Promise<Record<string, number>> => {
    const rows = await owner.ask<{ board: string; count: number }>(statement);
    return Object.fromEntries(rows.map(({ board, count }) => [board, count]));
  };
  return { shown: await read(stored), counted: await read(counted) };
}
