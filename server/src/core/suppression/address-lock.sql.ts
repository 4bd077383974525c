import { type Sql, sql, type Tx } from '../../platform/db/index.ts';

// Facts have locks of their own, because another prospect may have the address by now. Call both
// functions after all locks of rows, so that they cannot be part of a deadlock.

/** Until the transaction ends, no other transaction can store a fact about these addresses. */
export const shareAddresses = (tx: Tx, hashes: Buffer[]): Promise<unknown> =>
  lockHashes(tx, sql`pg_advisory_xact_lock_shared`, hashes);

/** Waits for emails to these addresses whose last line is being sent. Later emails see the stored facts. */
export const lockAddresses = (tx: Tx, hashes: Buffer[]): Promise<unknown> =>
  lockHashes(tx, sql`pg_advisory_xact_lock`, hashes);

async function lockHashes(tx: Tx, acquire: Sql, hashes: Buffer[]): Promise<void> {
  if (hashes.length === 0) return;
  const names = new Set(hashes.map((hash) => `address ${tx.workspaceId} ${hash.toString('hex')}`));
  await tx.run(sql`
    select ${acquire}(hashtextextended(name, 0)) from unnest(${[...names].sort()}::text[]) as name`);
}
