import { sql, type Tx } from '../../platform/db/index.ts';

/** Gives the follow-ups of one prospect to another. */
export function handOverFollowUps(tx: Tx, { from, to }: { from: string; to: string }): void {
  tx.defer(sql`
    update follow_up set prospect_id = ${to}
    where workspace_id = ${tx.workspaceId} and prospect_id = ${from}`);
}
