import sql from 'sql-template-tag';
import type { Tx } from './transaction.ts';

/**
 * Waits for other transactions of the workspace that hold the lock of this name, and holds it until
 * the end. Used where a limit counts rows, so that the count includes concurrent inserts, and where
 * transactions that run at the same time would deadlock.
 */
export const lockInWorkspace = (tx: Tx, name: string): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${name} ${tx.workspaceId}`}, 0))`);
