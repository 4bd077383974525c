import { sql, type Tx } from '../../platform/db/index.ts';

/** Has working mailboxes looked at now. Locked in order, so that two calls do not deadlock. */
export function wakeNow(tx: Tx, ids: string[] | 'all', at: Date): void {
  if (ids.length === 0) return;
  tx.defer(sql`
    update mailbox set send_at = ${at}
    where workspace_id = ${tx.workspaceId} and id in (
      select id from mailbox
      where workspace_id = ${tx.workspaceId} and status = 'ok'
        ${ids === 'all' ? sql`` : sql`and id = any(${ids}::uuid[])`}
      order by id for no key update)`);
}
