import { type Database, type Sql, sql } from '../db/index.ts';
import type { Sealing } from './sealing.ts';

/** Where sealed secrets are kept. */
export interface SealedPlace {
  /** In words. */
  name: string;
  /** Its rows, as workspace_id, sealed and purpose. */
  select: Sql;
  /** Puts `swap.after` wherever `swap.before` stands. */
  update: (swap: Sql) => Sql;
}

const atOnce = 200;

/**
 * Seals with the current key whatever was sealed with another, as the owner of the database. A secret
 * that is replaced meanwhile stays as it was replaced. Tells how many were sealed anew.
 */
export async function reseal(
  owner: Database,
  sealing: Sealing,
  place: SealedPlace,
): Promise<number> {
  let count = 0;
  for (;;) {
    const old = await owner.ask<{ workspaceId: string; sealed: string; purpose: string }>(sql`
      select workspace_id as "workspaceId", sealed, purpose from (${place.select}) as kept
      where not starts_with(sealed, ${sealing.beginning}) limit ${atOnce}`);
    if (old.length === 0) return count;
    const swaps = old.map(({ sealed, ...context }) => ({
      before: sealed,
      after: sealing.reseal(sealed, context),
    }));
    const rows = JSON.stringify(swaps);
    await owner.ask(
      place.update(sql`json_to_recordset(${rows}) as swap (before text, after text)`),
    );
    count += old.length;
  }
}

/** The keys that nothing is sealed with any more are forgotten. Tells which. */
export async function forgetOldKeys(owner: Database, sealing: Sealing): Promise<string[]> {
  const gone = await owner.ask<{ id: string }>(sql`
    delete from cell_secret
    where starts_with(name, 'sealing ') and name <> ${`sealing ${sealing.keyId}`}
    returning substr(name, 9) as id`);
  return gone.map(({ id }) => id);
}
