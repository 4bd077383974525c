import { timingSafeEqual } from 'node:crypto';
import { type Database, sql } from '../db/index.ts';

/**
 * The database stores a proof of each key, from which the key cannot be derived. Returns the names
 * of stored keys that are missing among the given ones or differ.
 */
export async function mismatchedKeys(
  db: Database,
  kind: string,
  given: ReadonlyMap<string, Buffer>,
): Promise<string[]> {
  const kept = await db.ask<{ name: string; proof: Buffer }>(
    sql`select name, proof from cell_secret where split_part(name, ' ', 1) = ${kind}`,
  );
  const differs = (name: string, proof: Buffer) => {
    const shown = given.get(name);
    return shown?.length !== proof.length || !timingSafeEqual(shown, proof);
  };
  return kept.filter(({ name, proof }) => differs(name, proof)).map(({ name }) => name);
}

/** The same for a process that starts: if there are none, stores the proof of the first given key. */
export async function findMismatchedKeys(
  db: Database,
  kind: string,
  given: ReadonlyMap<string, Buffer>,
): Promise<string[]> {
  const before = await mismatchedKeys(db, kind, given);
  if (before.length > 0) return before;
  const [first] = given;
  await db.ask(
    sql`insert into cell_secret (name, proof) values (${first![0]}, ${first![1]}) on conflict do nothing`,
  );
  // Another process may have stored a different key first.
  return mismatchedKeys(db, kind, given);
}
