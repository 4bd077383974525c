import { tenantTables, workspaceColumn } from '../schema/tables.ts';
import { type Database, join, raw, sql } from '../src/platform/db/index.ts';

/** A checksum of the workspace's rows per table, without the request log and when a token or member was last seen. */
export async function workspaceChecksums(
  owner: Database,
  workspaceId: string,
): Promise<Record<string, string>> {
  const tables = Object.keys(tenantTables).filter((table) => table !== 'request_log');
  const rows = await owner.query<{ name: string; sum: string }>(
    sql`${join(
      tables.map((table) => {
        const [name, column] = [raw(table), raw(workspaceColumn(table))];
        return sql`
        select ${table} as name, count(*) || ' ' || md5(coalesce(string_agg(line, '' order by line), '')) as sum
        from (select (to_jsonb(t) - 'last_used_at' - 'last_seen_at')::text as line from ${name} t
              where ${column} = ${workspaceId}) as lines`;
      }),
      ' union all ',
    )}`,
  );
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
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
    const rows = await owner.query<{ board: string; count: number }>(statement);
    return Object.fromEntries(rows.map(({ board, count }) => [board, count]));
  };
  return { shown: await read(stored), counted: await read(counted) };
}
