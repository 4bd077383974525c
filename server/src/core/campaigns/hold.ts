import { sql, type Tx } from '../../platform/db/index.ts';

/** Holds the prospects whose next email only this mailbox may send. */
export const holdEnrollmentsOf = (tx: Tx, mailboxId: string, reason: string): void =>
  tx.defer(sql`
    update enrollment set status = 'held', reason = ${reason}
    where workspace_id = ${tx.workspaceId} and mailbox_id = ${mailboxId} and status = 'waiting'`);
