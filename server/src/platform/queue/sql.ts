import { type Sql, sql } from '../db/index.ts';

/** One attempt at a job. `retryCount` distinguishes it from later attempts by other workers. */
export interface Claim {
  name: string;
  id: string;
  retryCount: number;
}

const claimed = ({ name, id, retryCount }: Claim): Sql =>
  sql`name = ${name} and id = ${id} and state = 'active' and retry_count = ${retryCount}`;

/**
 * Returns a row if the claim is still valid, and prevents other workers from taking the job until
 * the transaction ends. The weakest sufficient lock, so that heartbeats on the same row need not
 * wait.
 */
export const lockClaim = (claim: Claim): Sql =>
  sql`select from pgboss.job where ${claimed(claim)} for key share`;

export const completeClaim = (claim: Claim): Sql =>
  sql`update pgboss.job set state = 'completed', completed_on = now(), output = null where ${claimed(claim)}`;

/** Requeues the job immediately. The interrupted attempt does not count. */
export const requeue = (claim: Claim): Sql => sql`
  update pgboss.job
  set state = 'retry', start_after = now(), heartbeat_on = null, retry_limit = retry_limit + 1
  where ${claimed(claim)}`;

/** Makes the next failure final. */
export const disableRetries = (claim: Claim): Sql =>
  sql`update pgboss.job set retry_limit = retry_count where ${claimed(claim)}`;

const lost = sql`state = 'active' and heartbeat_on + heartbeat_seconds * interval '1 second' < now()`;
const jobColumns = sql`name, id, retry_count as "retryCount", data ->> 'workspaceId' as "workspaceId", data ->> 'correlationId' as "correlationId"`;

export interface LostJob extends Claim {
  workspaceId: string | null;
  correlationId: string | null;
}

/** Requeues jobs of lost workers immediately, without the retry delay. */
export const requeueLost = (): Sql => sql`
  update pgboss.job set state = 'retry', start_after = now(), heartbeat_on = null
  where (name, id) in (select name, id from pgboss.job
                       where ${lost} and retry_count < retry_limit for update skip locked)
  returning ${jobColumns}`;

/** Lost jobs without attempts left. */
export const selectExhausted = (): Sql =>
  sql`select ${jobColumns} from pgboss.job where ${lost} and retry_count >= retry_limit`;

/** New jobs get positions after this one, unless its position predates a renumbering. */
export const advanceClock = (queue: string, position: number): Sql => sql`
  update queue_clock set position = ${position}
  where queue = ${queue} and position < ${position} and position > ${position} - 500000000`;

export interface DeadLetter {
  id: string;
  workspaceId: string | null;
  correlationId: string | null;
  attempts: number;
  failedAt: Date;
  reason: string | null;
}

export const allDeadLetters = (queue: string): Sql => sql`
  select source_name as job, count(*)::integer, min(created_on) as oldest, max(created_on) as newest
  from pgboss.job where name = ${queue} and state = 'created'
  group by source_name order by source_name`;

export const deadLettersOf = (queue: string, job: string, limit: number): Sql => sql`
  select id, data ->> 'workspaceId' as "workspaceId", data ->> 'correlationId' as "correlationId",
         source_retry_count + 1 as attempts, created_on as "failedAt", source_output ->> 'message' as reason
  from pgboss.job where name = ${queue} and source_name = ${job} and state = 'created'
  order by created_on desc, id limit ${limit}`;

/**
 * Dead letters that return to the queue get new positions; with their old ones they would run
 * first.
 */
export const resetPositions = (job: string): Sql => sql`
  update pgboss.job
  set priority = -(clock.position + turn)
  from queue_clock as clock, (
    select id, row_number() over (partition by data ->> 'workspaceId' order by priority desc, id) as turn
    from pgboss.job where name = ${job} and state = 'created' and source_root_id is not null
  ) as back
  where clock.queue = ${job} and job.name = ${job} and job.id = back.id and job.state = 'created'`;
