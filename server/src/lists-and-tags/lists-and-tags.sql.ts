import { raw, type Sql, sql, type Tx } from '../platform/db/index.ts';

export type Kind = 'list' | 'tag';

const members = {
  list: { table: sql`prospect_list`, column: sql`list_id` },
  tag: { table: sql`prospect_tag`, column: sql`tag_id` },
} satisfies Record<Kind, { table: Sql; column: Sql }>;

export interface BoardRow {
  kind: Kind | 'stage';
  /** For a stage, the stage itself. */
  id: string;
  name: string;
  count: number;
}

/** Lists, tags and non-empty stages, in one statement to save round trips. */
export const selectBoards = (tx: Tx) =>
  tx.rows<BoardRow>(sql`
    select board.kind, board.id, board.name, coalesce(counted.count, 0)::int as count
    from (
      select 'list' as kind, id::text, name from list where workspace_id = ${tx.workspaceId}
      union all
      select 'tag', id::text, name from tag where workspace_id = ${tx.workspaceId}
    ) as board
    left join board_count counted
      on counted.workspace_id = ${tx.workspaceId} and counted.kind = board.kind and counted.key = board.id
    union all
    select kind, key, key, count::int from board_count
    where workspace_id = ${tx.workspaceId} and kind = 'stage'`);

/** Locks existing lists or tags. Their members cannot change until the transaction ends. */
export const lockListsOrTags = (tx: Tx, kind: Kind, ids: string[]) =>
  tx.rows<{ id: string; name: string }>(sql`
    select id, name from ${raw(kind)}
    where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[])
    order by id
    for update`);

/** Member counts. Must run after the lock, so that they stay correct. */
export async function selectMemberCounts(
  tx: Tx,
  kind: Kind,
  ids: string[],
): Promise<Map<string, number>> {
  const rows = await tx.rows<{ key: string; count: number }>(sql`
    select key, count::int from board_count
    where workspace_id = ${tx.workspaceId} and kind = ${kind} and key = any(${ids}::text[])`);
  return new Map(ids.map((id) => [id, rows.find(({ key }) => key === id)?.count ?? 0]));
}

export function updateName(tx: Tx, kind: Kind, id: string, name: string, nameKey: string): void {
  tx.defer(sql`
    update ${raw(kind)} set name = ${name}, name_key = ${nameKey}
    where workspace_id = ${tx.workspaceId} and id = ${id}`);
}

/** Member ids, in id order. */
export async function selectMembers(
  tx: Tx,
  kind: Kind,
  id: string,
  limit: number,
): Promise<string[]> {
  const { table, column } = members[kind];
  const rows = await tx.rows<{ id: string }>(sql`
    select prospect_id as id from ${table}
    where workspace_id = ${tx.workspaceId} and ${column} = ${id}
    order by prospect_id
    limit ${limit}`);
  return rows.map((row) => row.id);
}

/** Adds members and returns those that were new. */
export async function addMembers(
  tx: Tx,
  kind: Kind,
  id: string,
  prospectIds: string[],
): Promise<Set<string>> {
  const { table, column } = members[kind];
  const rows = await tx.rows<{ id: string }>(sql`
    insert into ${table} (workspace_id, prospect_id, ${column})
    select ${tx.workspaceId}, unnest(${prospectIds}::uuid[]), ${id}
    on conflict do nothing
    returning prospect_id as id`);
  return new Set(rows.map((row) => row.id));
}

/** Removes all members up to this id: one index range. */
export function removeMembers(tx: Tx, kind: Kind, id: string, last: string): void {
  const { table, column } = members[kind];
  tx.defer(sql`
    delete from ${table}
    where workspace_id = ${tx.workspaceId} and ${column} = ${id} and prospect_id <= ${last}`);
}

export function deleteEmptyListOrTag(tx: Tx, kind: Kind, id: string): void {
  tx.defer(sql`delete from ${raw(kind)} where workspace_id = ${tx.workspaceId} and id = ${id}`);
  tx.defer(sql`
    delete from board_count
    where workspace_id = ${tx.workspaceId} and kind = ${kind} and key = ${id}`);
}
