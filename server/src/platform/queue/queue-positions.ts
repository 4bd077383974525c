import { type Sql, sql, type Tx } from '../db/index.ts';
import type { QueueEngine } from './queue-engine.ts';
import { type StoredJob, selectJobs } from './select-jobs.ts';

const batchSize = 10_000;

/**
 * Reserves the next positions of the workspace: behind its own jobs, or behind the queue's clock if
 * that is later. The priority of a job is minus its position.
 */
export async function reservePositions(tx: Tx, queue: string, count: number, onlyIf: Sql) {
  const [reserved] = await tx.rows<{ first: number; sentAt: Date }>(sql`
    insert into queue_position as known (workspace_id, queue, position)
    select ${tx.workspaceId}, ${queue},
           (select position from queue_clock where queue = ${queue}) + ${count}::int
    where ${onlyIf}
    on conflict (workspace_id, queue) do update
      set position = greatest(known.position + ${count}, excluded.position)
    returning position - ${count} + 1 as first, now()::timestamptz(3) as "sentAt"`);
  return reserved;
}

/**
 * Before positions overflow their column, moves every waiting job by as much as its queue's clock.
 * New jobs replace the old ones, because pg-boss's `update` scans the queue for each job: 20 ms
 * with 100,000 jobs.
 */
export const restartPositions = (engine: QueueEngine): Promise<void> =>
  engine.transaction(async (rows, boss) => {
    const restarted = sql`select queue, moved_by as "movedBy" from restart_queue_positions()`;
    for (const { queue, movedBy } of await rows<{ queue: string; movedBy: number }>(restarted)) {
      const waiting = await rows<StoredJob>(
        selectJobs(sql`name = ${queue} and state < 'active' for update skip locked`),
      );
      for (let from = 0; from < waiting.length; from += batchSize) {
        const batch = waiting.slice(from, from + batchSize);
        const ids = batch.map(({ id }) => id);
        const movedJobs = batch.map(({ data, priority, startAfter }) => ({
          data: data ?? {},
          priority: priority + movedBy,
          startAfter,
        }));
        await boss.deleteJob(queue, ids);
        await boss.insert(queue, movedJobs);
      }
    }
  });
