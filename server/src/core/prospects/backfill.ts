import { type Database, sql, type Tx } from '../../platform/db/index.ts';
import { lockProspectsById, reindex } from './prospects.sql.ts';

/** Small, because edits of these prospects wait while a slice runs. */
const sliceSize = 500;
const workspacesPerBatch = 20;

/**
 * Indexes the prospects that a version without the index of words wrote, in slices that each commit.
 * Returns how many there were.
 */
export async function backfillSearch(db: Database, isStopped = () => false): Promise<number> {
  const [state] = await db.ask<{ isFinished: boolean }>(
    sql`select to_regproc('workspaces_to_index') is null as "isFinished"`,
  );
  if (state!.isFinished) return 0;
  let indexed = 0;
  while (!isStopped()) {
    const workspaces = await db.ask<{ id: string }>(
      sql`select id from workspaces_to_index(${workspacesPerBatch}) as id`,
    );
    if (workspaces.length === 0) break;
    for (const { id } of workspaces)
      if (!isStopped()) indexed += await db.transaction(id, indexSlice);
  }
  return indexed;
}

/** A write by the previous version moves `next_id` back, and waits for this transaction to do so. */
async function indexSlice(tx: Tx): Promise<number> {
  const [progress] = await tx.rows<{ nextId: string }>(sql`
    select next_id as "nextId" from search_backfill where workspace_id = ${tx.workspaceId} for update`);
  if (!progress) return 0;
  const slice = await tx.rows<{ id: string; isIndexed: boolean }>(sql`
    select id, sort_name is not null as "isIndexed" from prospect
    where workspace_id = ${tx.workspaceId} and id >= ${progress.nextId}
    order by id limit ${sliceSize + 1}`);
  const next = slice[sliceSize];
  tx.defer(
    next
      ? sql`update search_backfill set next_id = ${next.id} where workspace_id = ${tx.workspaceId}`
      : sql`delete from search_backfill where workspace_id = ${tx.workspaceId}`,
  );
  const missing = slice.slice(0, sliceSize).flatMap(({ id, isIndexed }) => (isIndexed ? [] : [id]));
  const prospects = await lockProspectsById(tx, missing);
  reindex(
    tx,
    prospects.map((prospect) => ({ before: prospect, prospect })),
  );
  return prospects.length;
}
