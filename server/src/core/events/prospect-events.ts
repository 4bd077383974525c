import { sql, type Tx } from '../../platform/db/index.ts';

/** Reduces the events of deleted prospects to their ids. Events of a merged record keep that record's id. */
export function forgetProspects(tx: Tx, ids: string[]): void {
  tx.defer(sql`
    update event
    set data = jsonb_build_object('prospectId', coalesce(data -> 'prospectId', to_jsonb(prospect_id))), previous = null
    where workspace_id = ${tx.workspaceId} and prospect_id = any(${ids}::uuid[])`);
}

/** Moves the events of one prospect to the timeline of another. Their data keeps the first one's id. */
export function handOverEvents(tx: Tx, { from, to }: { from: string; to: string }): void {
  tx.defer(sql`
    update event set prospect_id = ${to}
    where workspace_id = ${tx.workspaceId} and prospect_id = ${from}`);
}
