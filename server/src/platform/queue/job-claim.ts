import type { z } from 'zod';
import { type Sql, sql, type Tx } from '../db/index.ts';
import { type Job, jobEnvelope } from './job.ts';
import { withBossInTransaction } from './queue-engine.ts';
import { type StoredJob, selectJobs } from './select-jobs.ts';

/** One attempt at a job. `retryCount` distinguishes it from attempts by other workers. */
export interface JobClaim {
  name: string;
  id: string;
  retryCount: number;
}

/**
 * Returns a row unless a later attempt has begun, and waits for an open transaction of the previous
 * one. New jobs get positions after this one, unless its position predates a restart at 0.
 */
export const beginAttempt = ({ name, id, retryCount }: JobClaim, position: number): Sql => sql`
  with claim as (
    insert into job_claim as known (job_id, attempt) values (${id}, ${retryCount})
    on conflict (job_id) do update set attempt = excluded.attempt, began_at = now()
      where known.attempt < excluded.attempt
    returning job_id
  ), clock as (
    update queue_clock set position = ${position} from claim
    where queue = ${name} and position < ${position} and position > ${position} - 500000000
  )
  select from claim`;

/** Returns a row if the claim is still valid, and keeps it valid until the transaction ends. */
export const lockJobClaim = ({ id, retryCount }: JobClaim): Sql =>
  sql`select from job_claim where job_id = ${id} and attempt = ${retryCount} for share`;

/** How many waiting jobs are searched. */
const searchDepth = 1_000;

/**
 * Takes other waiting jobs of the same type and workspace, up to `maxBytes` of payload. They are
 * completed with this transaction, or stay in the queue if it is rolled back.
 */
export async function claimSiblingJobs<Payload>(
  tx: Tx,
  job: Job<Payload>,
  maxBytes: number,
): Promise<(Payload & z.output<typeof jobEnvelope>)[]> {
  const siblings = await tx.rows<StoredJob>(lockSiblings(tx.workspaceId, job.name, maxBytes));
  const ids = siblings.map(({ id }) => id);
  if (ids.length > 0)
    await withBossInTransaction(tx, (boss) =>
      boss.complete(job.name, ids, null, { includeQueued: true }),
    );
  return siblings.map(({ data }) => ({ ...jobEnvelope.parse(data), ...job.payload.parse(data) }));
}

/**
 * Locked, so that no worker fetches them before they are completed. `not blocked` is always true here;
 * with it, they are read from pg-boss's index of waiting jobs instead of a scan of the queue.
 */
const lockSiblings = (workspaceId: string, name: string, maxBytes: number): Sql => {
  const waiting = sql`name = ${name} and state < 'active' and not blocked and start_after <= now()`;
  return selectJobs(sql`name = ${name} and state < 'active' and id in (
    select id from (
      select id, sum(pg_column_size(data)) over (order by priority desc, id) as bytes
      from (${selectJobs(sql`${waiting} order by priority desc, created_on limit ${searchDepth}`)}) as next
      where data ->> 'workspaceId' = ${workspaceId}
    ) as sibling where bytes <= ${maxBytes}
  ) for update skip locked`);
};
