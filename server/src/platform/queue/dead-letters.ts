import { type Sql, sql } from '../db/index.ts';
import { deadLetters } from './migrate-queues.ts';
import type { QueueEngine } from './queue-engine.ts';
import { type StoredJob, selectJobs } from './select-jobs.ts';

const batchSize = 1_000;
const deadLettersWhere = (condition: Sql): Sql =>
  selectJobs(sql`name = ${deadLetters} and state = 'created' and ${condition}`);

/** Counts permanently failed jobs by type. */
export const countDeadLetters = (engine: QueueEngine) =>
  engine.query<{ job: string; count: number; oldest: Date; newest: Date }>(sql`
    select job, count(*)::integer, min("createdOn") as oldest, max("createdOn") as newest
    from (${deadLettersWhere(sql`true`)}) as letter
    group by job order by job`);

export const listDeadLetters = (engine: QueueEngine, job: string, limit: number) =>
  engine.query<{ id: string; workspaceId: string | null; reason: string | null }>(sql`
    select id, data ->> 'workspaceId' as "workspaceId", data ->> 'correlationId' as "correlationId", attempts,
           "createdOn" as "failedAt", reason
    from (${deadLettersWhere(sql`source_name = ${job}`)}) as letter
    order by "createdOn" desc, id limit ${limit}`);

/**
 * Returns all dead letters of one type, or one of them, to their queue as new jobs. They get new
 * positions from the queue's clock on, in turns; with their old ones they would run first.
 */
export async function redriveDeadLetters(
  engine: QueueEngine,
  job: string,
  id?: string,
): Promise<number> {
  const turns = new Map<string | undefined, number>();
  const next = deadLettersWhere(sql`
    source_name = ${job} and id = coalesce(${id ?? null}, id)
    order by priority desc, id limit ${batchSize} for update skip locked`);
  const redriveBatch = () =>
    engine.transaction(async (rows, boss) => {
      const [clock] = await rows<{ position: number }>(
        sql`select position from queue_clock where queue = ${job}`,
      );
      const letters = await rows<StoredJob>(next);
      const jobs = letters.map(({ data }) => {
        const turn = (turns.get(data?.workspaceId) ?? 0) + 1;
        turns.set(data?.workspaceId, turn);
        return { data: data ?? {}, priority: -(clock!.position + turn) };
      });
      if (letters.length === 0) return 0;
      const ids = letters.map((letter) => letter.id);
      await boss.deleteJob(deadLetters, ids);
      await boss.insert(job, jobs);
      return letters.length;
    });
  let moved = 0;
  for (let last = batchSize; last === batchSize; moved += last) last = await redriveBatch();
  return moved;
}
