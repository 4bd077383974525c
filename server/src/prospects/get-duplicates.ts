import type { ManageData } from '@outcrop/contract';
import { selectRecords } from '../core/search/records.sql.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { readCursor, writeCursor } from '../platform/cursor.ts';
import { sql } from '../platform/db/index.ts';

interface Pair {
  id: string;
  olderId: string;
  key: string;
  foundAt: Date;
}

/** Lists pairs of prospects with the same LinkedIn profile, newest first. */
export async function getDuplicates({
  query,
  tx,
}: ManageCall<'getDuplicates'>): Promise<ManageData<'getDuplicates'>> {
  const { limit = 50 } = query;
  const after = query.cursor === undefined ? null : readCursor(query.cursor, {});
  const rows = await tx.rows<Pair>(sql`
    select prospect_id as id, older_id as "olderId", linkedin_key as key, found_at as "foundAt"
    from prospect_duplicate
    where workspace_id = ${tx.workspaceId}
      ${after ? sql`and (found_at, prospect_id) < (${after.at}, ${after.id}::uuid)` : sql``}
    order by found_at desc, prospect_id desc
    limit ${limit + 1}`);
  const pairs = rows.slice(0, limit);
  const ids = pairs.flatMap(({ id, olderId }) => [olderId, id]);
  const records = new Map(
    (await selectRecords(tx, [...new Set(ids)])).map((record) => [record.id, record]),
  );
  const last = rows.length > limit ? pairs.at(-1)! : null;
  return {
    duplicates: pairs.map(({ id, olderId, key, foundAt }) => ({
      key,
      prospects: [records.get(olderId)!, records.get(id)!],
      foundAt: foundAt.toISOString(),
    })),
    nextCursor: last && writeCursor({ at: last.foundAt, id: last.id }, {}),
  };
}
