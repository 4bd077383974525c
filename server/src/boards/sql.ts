import { raw, sql, type Tx } from '../platform/db/index.ts';

export const selectBoards = (tx: Tx, kind: 'list' | 'tag') =>
  tx.rows<{ id: string; name: string; count: number }>(sql`
    select board.id, board.name, coalesce(counted.count, 0)::int as count
    from ${raw(kind)} board
    left join board_count counted
      on counted.workspace_id = ${tx.workspaceId} and counted.kind = ${kind} and counted.key = board.id::text
    where board.workspace_id = ${tx.workspaceId}`);

export const selectStageCounts = (tx: Tx) =>
  tx.rows<{ key: string; count: number }>(sql`
    select key, count::int from board_count
    where workspace_id = ${tx.workspaceId} and kind = 'stage'`);
