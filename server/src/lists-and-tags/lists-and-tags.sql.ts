import type { ListOrTagKind } from '../core/lists-and-tags/find-or-create-list-or-tag.ts';
import { raw, sql, type Tx } from '../platform/db/index.ts';

export interface BoardRow {
  kind: ListOrTagKind | 'stage';
  /** The id of the list or tag, or the stage. */
  id: string;
  name: string;
  count: number;
}

/** Reads lists, tags and non-empty stages in one statement to save round trips. */
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
export const lockListsOrTags = (tx: Tx, kind: ListOrTagKind, ids: string[]) =>
  tx.rows<{ id: string; name: string }>(sql`
    select id, name from ${raw(kind)}
    where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[])
    order by id
    for update`);

/** Must run after the lock, so that the counts stay correct. */
export async function selectMemberCounts(
  tx: Tx,
  kind: ListOrTagKind,
  ids: string[],
): Promise<Map<string, number>> {
  const rows = await tx.rows<{ key: string; count: number }>(sql`
    select key, count::int from board_count
    where workspace_id = ${tx.workspaceId} and kind = ${kind} and key = any(${ids}::text[])`);
  return new Map(ids.map((id) => [id, rows.find(({ key }) => key === id)?.count ?? 0]));
}

export function updateListOrTagName(
  tx: Tx,
  kind: ListOrTagKind,
  id: string,
  name: string,
  nameKey: string,
): void {
  tx.defer(sql`
    update ${raw(kind)} set name = ${name}, name_key = ${nameKey}
    where workspace_id = ${tx.workspaceId} and id = ${id}`);
}

export function deleteEmptyListOrTag(tx: Tx, kind: ListOrTagKind, id: string): void {
  tx.defer(sql`delete from ${raw(kind)} where workspace_id = ${tx.workspaceId} and id = ${id}`);
  tx.defer(sql`
    delete from board_count
    where workspace_id = ${tx.workspaceId} and kind = ${kind} and key = ${id}`);
}
