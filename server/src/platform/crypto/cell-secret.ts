import { timingSafeEqual } from 'node:crypto';
import { type Database, sql } from '../db/index.ts';

/**
 * Keys that outlive a process are known again by a proof in the database, from which the key cannot
 * be learnt. Tells which of the kind are missing among those given, or differ; if all are there, the
 * first of those given is written down.
 */
export async function keysAmiss(
  db: Database,
  kind: string,
  given: ReadonlyMap<string, Buffer>,
): Promise<string[]> {
  const amiss = async () => {
    const kept = await db.ask<{ name: string; proof: Buffer }>(
      sql`select name, proof from cell_secret where split_part(name, ' ', 1) = ${kind}`,
    );
    const differs = (name: string, proof: Buffer) => {
      const shown = given.get(name);
      return shown?.length !== proof.length || !timingSafeEqual(shown, proof);
    };
    return kept.filter(({ name, proof }) => differs(name, proof)).map(({ name }) => name);
  };
  const before = await amiss();
  if (before.length > 0) return before;
  const [first] = given;
  await db.ask(
    sql`insert into cell_secret (name, proof) values (${first![0]}, ${first![1]}) on conflict do nothing`,
  );
  // Another process may have been first, with another key.
  return amiss();
}
