import type { ManageResult } from '@outcrop/contract';
import { selectRecords } from '../core/search/records.sql.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import type { Position } from '../platform/cursor.ts';
import { sql } from '../platform/db/index.ts';
import { pageOf } from '../platform/page.ts';

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
}: ManageCall<'getDuplicates'>): Promise<ManageResult<'getDuplicates'>> {
  const select = (after: Position | null, take: number) =>
    tx.rows<Pair>(sql`
    select prospect_id as id, older_id as "olderId", linkedin_key as key, found_at as "foundAt"
    from prospect_duplicate
    where workspace_id = ${tx.workspaceId}
      ${after ? sql`and (found_at, prospect_id) < (${after.at}, ${after.id}::uuid)` : sql``}
    order by found_at desc, prospect_id desc
    limit ${take}`);
  const { rows: pairs, nextCursor } = await pageOf(query, {}, select, ({ foundAt, id }) => ({
    at: foundAt,
    id,
  }));
  const ids = pairs.flatMap(({ id, olderId }) => [olderId, id]);
  const records = new Map(
    (await selectRecords(tx, [...new Set(ids)])).map((record) => [record.id, record]),
  );
  return {
    duplicates: pairs.map(({ id, olderId, key, foundAt }) => ({
      key,
      prospects: [records.get(olderId)!, records.get(id)!],
      foundAt,
    })),
    nextCursor,
  };
}
