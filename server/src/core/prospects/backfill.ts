import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, sql, type Tx } from '../../platform/db/index.ts';
import { lockProspectsById, reindex } from './prospects.sql.ts';

/** Small, because edits of these prospects wait while a slice runs. */
const sliceSize = 500;
const workspacesPerBatch = 20;
/** Before prospects that others are changing are tried again. */
const pauseMs = 100;

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
    for (const { id } of workspaces) {
      if (isStopped()) break;
      const slice = await db.transaction(id, indexSlice);
      indexed += slice.indexed;
      if (slice.isBlocked) await sleep(pauseMs);
    }
  }
  return indexed;
}

/**
 * A write by the previous version moves `next_id` back, and waits for this transaction to do so. Such a
 * write has locked its prospect already, so this must not wait for it in turn.
 */
async function indexSlice(tx: Tx): Promise<{ indexed: number; isBlocked: boolean }> {
  const [progress] = await tx.rows<{ nextId: string }>(sql`
    select next_id as "nextId" from search_backfill where workspace_id = ${tx.workspaceId} for update`);
  if (!progress) return { indexed: 0, isBlocked: false };
  const slice = await tx.rows<{ id: string; isIndexed: boolean }>(sql`
    select id, sort_name is not null as "isIndexed" from prospect
    where workspace_id = ${tx.workspaceId} and id >= ${progress.nextId}
    order by id limit ${sliceSize + 1}`);
  const missing = slice.slice(0, sliceSize).flatMap(({ id, isIndexed }) => (isIndexed ? [] : [id]));
  const prospects = await lockProspectsById(tx, missing, { wait: false });
  const locked = new Set(prospects.map(({ id }) => id));
  const skipped = missing.find((id) => !locked.has(id));
  const next = skipped ?? slice[sliceSize]?.id;
  tx.defer(
    next === undefined
      ? sql`delete from search_backfill where workspace_id = ${tx.workspaceId}`
      : sql`update search_backfill set next_id = ${next} where workspace_id = ${tx.workspaceId}`,
  );
  reindex(
    tx,
    prospects.map((prospect) => ({ before: prospect, prospect })),
  );
  return { indexed: prospects.length, isBlocked: skipped !== undefined };
}
