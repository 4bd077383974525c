import { sql, type Tx } from '../../platform/db/index.ts';

export interface CountChange {
  kind: 'stage' | 'list' | 'tag' | 'campaign';
  /** A stage, or the id of a list, tag or campaign. */
  key: string;
  by: number;
}

/**
 * Updates the stored counts of stages, lists, tags and campaigns. Call it last in a transaction: these
 * are the most contended rows. They are locked in key order to avoid deadlocks.
 */
export function changeCounts(tx: Tx, changes: CountChange[]): void {
  const nonZero = changes.filter(({ by }) => by !== 0);
  if (nonZero.length === 0) return;
  tx.defer(sql`
    insert into board_count (workspace_id, kind, key, count)
    select ${tx.workspaceId}, kind, key, by
    from json_to_recordset(${JSON.stringify(nonZero)}) as change (kind text, key text, by bigint)
    order by kind, key
    on conflict (workspace_id, kind, key) do update
    set count = board_count.count + excluded.count`);
}
