import { type Sql, sql } from '../db/index.ts';

/** One attempt at a job. `retryCount` distinguishes it from attempts by other workers. */
export interface Claim {
  name: string;
  id: string;
  retryCount: number;
}

/**
 * Returns a row unless a later attempt has begun, and waits for an open transaction of the previous
 * one. New jobs get positions after this one, unless its position predates a restart at 0.
 */
export const beginAttempt = ({ name, id, retryCount }: Claim, position: number): Sql => sql`
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
export const lockClaim = ({ id, retryCount }: Claim): Sql =>
  sql`select from job_claim where job_id = ${id} and attempt = ${retryCount} for share`;
