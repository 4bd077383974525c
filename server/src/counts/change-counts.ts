import { sql, type Tx } from '../platform/db/index.ts';

export interface CountChange {
  kind: 'stage' | 'list' | 'tag' | 'campaign';
  /** A stage, or the id of a list, tag or campaign. */
  key: string;
  by: number;
}

/**
 * Keeps the counts that boards and campaigns show. It is the last thing a transaction does, and in
 * key order: these are the rows that everybody changes.
 */
export function changeCounts(tx: Tx, changes: CountChange[]): void {
  const real = changes.filter(({ by }) => by !== 0);
  if (real.length === 0) return;
  tx.atCommit(sql`
    insert into board_count (workspace_id, kind, key, count)
    select ${tx.workspaceId}, kind, key, by
    from json_to_recordset(${JSON.stringify(real)}) as change (kind text, key text, by bigint)
    order by kind, key
    on conflict (workspace_id, kind, key) do update
    set count = board_count.count + excluded.count`);
}
