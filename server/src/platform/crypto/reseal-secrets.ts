import { type Database, type Sql, sql } from '../db/index.ts';
import type { Sealing } from './sealing.ts';

/** A column that holds sealed secrets. */
export interface SealedColumn {
  /** For the output of `npm run reseal`. */
  name: string;
  /** Selects workspace_id, sealed and purpose. */
  select: Sql;
  /** Replaces `swap.before` with `swap.after`. */
  update: (swap: Sql) => Sql;
}

const batchSize = 200;

/**
 * Reseals with the current key all secrets sealed with another one, as the database owner. A secret
 * replaced in the meantime is left alone. Returns the number of resealed secrets.
 */
export async function resealSecrets(
  owner: Database,
  sealing: Sealing,
  column: SealedColumn,
): Promise<number> {
  let count = 0;
  for (;;) {
    const old = await owner.query<{ workspaceId: string; sealed: string; purpose: string }>(sql`
      select workspace_id as "workspaceId", sealed, purpose from (${column.select}) as kept
      where not starts_with(sealed, ${sealing.prefix}) limit ${batchSize}`);
    if (old.length === 0) return count;
    const swaps = old.map(({ sealed, ...context }) => ({
      before: sealed,
      after: sealing.reseal(sealed, context),
    }));
    const rows = JSON.stringify(swaps);
    await owner.query(
      column.update(sql`json_to_recordset(${rows}) as swap (before text, after text)`),
    );
    count += old.length;
  }
}

/** Deletes the proofs of keys no longer in use and returns their ids. */
export async function deleteOldKeyProofs(owner: Database, sealing: Sealing): Promise<string[]> {
  const deleted = await owner.query<{ id: string }>(sql`
    delete from cell_secret
    where starts_with(name, 'sealing ') and name <> ${`sealing ${sealing.keyId}`}
    returning substr(name, 9) as id`);
  return deleted.map(({ id }) => id);
}
