import { type Sql, sql, type Tx } from '../../platform/db/index.ts';

// A fact names no prospect, and the one who has the address now may be another than the one who got
// the email. Both functions come after all locks of rows, so that they cannot be part of a deadlock.

/** Until the transaction ends, nobody learns that one of these addresses must get no email. */
export const shareAddresses = (tx: Tx, hashes: Buffer[]): Promise<unknown> =>
  lockHashes(tx, sql`pg_advisory_xact_lock_shared`, hashes);

/** Waits for emails to these addresses that are at their last line. Later ones see the stored facts. */
export const lockAddresses = (tx: Tx, hashes: Buffer[]): Promise<unknown> =>
  lockHashes(tx, sql`pg_advisory_xact_lock`, hashes);

async function lockHashes(tx: Tx, acquire: Sql, hashes: Buffer[]): Promise<void> {
  if (hashes.length === 0) return;
  const names = new Set(hashes.map((hash) => `address ${tx.workspaceId} ${hash.toString('hex')}`));
  await tx.run(sql`
    select ${acquire}(hashtextextended(name, 0)) from unnest(${[...names].sort()}::text[]) as name`);
}
