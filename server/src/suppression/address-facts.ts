import type { AddressFact } from '@outcrop/contract';
import { sql, type Tx } from '../platform/db/index.ts';
import type { Suppression } from './suppression.ts';

interface Addressed {
  emailKey: string | null;
}

/**
 * Looks all of these up at once; the answer tells what stands against the address of each, whoever
 * has it and whatever their do-not-contact mark says.
 */
export async function lookUpFacts(
  tx: Tx,
  suppression: Suppression,
  people: Addressed[],
): Promise<(person: Addressed) => AddressFact[]> {
  const asked = people.flatMap(({ emailKey }) =>
    emailKey === null ? [] : [suppression.emailHash(emailKey)],
  );
  const rows =
    asked.length === 0
      ? []
      : await tx.rows<{ hash: Buffer; facts: AddressFact[] }>(sql`
          select hash, array_agg(kind::text order by kind) as facts
          from address_fact
          where workspace_id = ${tx.workspaceId} and hash = any(${asked}::bytea[]) and lifted_at is null
          group by hash`);
  if (rows.length === 0) return () => [];
  const known = new Map(rows.map(({ hash, facts }) => [hash.toString('hex'), facts]));
  return ({ emailKey }) =>
    (emailKey === null ? undefined : known.get(suppression.emailHash(emailKey).toString('hex'))) ??
    [];
}
