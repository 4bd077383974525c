import { randomUUIDv7 } from 'node:crypto';
import type { AddressFact } from '@outcrop/contract';
import { sql, type Tx } from '../../platform/db/index.ts';
import type { Suppression } from './suppression.ts';

interface AddressEntry {
  emailKey: string | null;
}

/**
 * Looks up all addresses in one query. The returned function gives the facts for each, independent
 * of the prospect and its do-not-contact mark.
 */
export async function lookUpAddressFacts(
  tx: Tx,
  suppression: Suppression,
  entries: AddressEntry[],
): Promise<(entry: AddressEntry) => AddressFact[]> {
  const hashes = entries.flatMap(({ emailKey }) =>
    emailKey === null ? [] : [suppression.emailHash(emailKey)],
  );
  const rows =
    hashes.length === 0
      ? []
      : await tx.rows<{ hash: Buffer; facts: AddressFact[] }>(sql`
          select hash, array_agg(kind::text order by kind) as facts
          from address_fact
          where workspace_id = ${tx.workspaceId} and hash = any(${hashes}::bytea[]) and lifted_at is null
          group by hash`);
  if (rows.length === 0) return () => [];
  const factsByHash = new Map(rows.map(({ hash, facts }) => [hash.toString('hex'), facts]));
  return ({ emailKey }) =>
    (emailKey === null
      ? undefined
      : factsByHash.get(suppression.emailHash(emailKey).toString('hex'))) ?? [];
}

/** Records a fact about an address. The address is its key or hash. Returns whether the fact was new. */
export async function addAddressFact(
  tx: Tx,
  suppression: Suppression,
  address: string | Buffer,
  kind: AddressFact,
  at: Date,
): Promise<boolean> {
  const hash = typeof address === 'string' ? suppression.emailHash(address) : address;
  const added = await tx.run(sql`
    insert into address_fact (workspace_id, id, hash, kind, created_at)
    values (${tx.workspaceId}, ${randomUUIDv7()}, ${hash}, ${kind}::address_fact_kind, ${at})
    on conflict (workspace_id, hash, kind) where lifted_at is null do nothing`);
  return added > 0;
}
