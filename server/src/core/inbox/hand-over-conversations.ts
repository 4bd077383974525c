import { sql, type Tx } from '../../platform/db/index.ts';

/** Gives all conversations of one prospect to another. */
export function handOverConversations(tx: Tx, { from, to }: { from: string; to: string }): void {
  tx.defer(sql`
    update conversation set prospect_id = ${to}
    where workspace_id = ${tx.workspaceId} and prospect_id = ${from}`);
}
