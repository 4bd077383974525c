import { type Sql, sql } from '../db/index.ts';

/** One attempt at a job. A worker that lost it cannot be mistaken for the one that has it now. */
export interface Claim {
  name: string;
  id: string;
  retryCount: number;
}

const claimed = ({ name, id, retryCount }: Claim): Sql =>
  sql`name = ${name} and id = ${id} and state = 'active' and retry_count = ${retryCount}`;

/**
 * A row, if the claim stands; then nobody takes the job over until the transaction ends. The lock is
 * the weakest that sees to it, so that heartbeats, which change the same row, need not wait.
 */
export const hold = (claim: Claim): Sql =>
  sql`select from pgboss.job where ${claimed(claim)} for key share`;

/** Changes a row, if the claim stands. */
export const finish = (claim: Claim): Sql =>
  sql`update pgboss.job set state = 'completed', completed_on = now(), output = null where ${claimed(claim)}`;

/** Back into the queue at once. The attempt is not the job's fault, so it gets another for it. */
export const handBack = (claim: Claim): Sql => sql`
  update pgboss.job
  set state = 'retry', start_after = now(), heartbeat_on = null, retry_limit = retry_limit + 1
  where ${claimed(claim)}`;

/** The failure that follows is the last. */
export const giveUp = (claim: Claim): Sql =>
  sql`update pgboss.job set retry_limit = retry_count where ${claimed(claim)}`;

const lost = sql`state = 'active' and heartbeat_on + heartbeat_seconds * interval '1 second' < now()`;
const told = sql`name, id, retry_count as "retryCount", data ->> 'workspaceId' as "workspaceId", data ->> 'correlationId' as "correlationId"`;

export interface LostJob extends Claim {
  workspaceId: string | null;
  correlationId: string | null;
}

/** Jobs whose worker is gone start again at once, without the delay of a failure. */
export const takeOver = (): Sql => sql`
  update pgboss.job set state = 'retry', start_after = now(), heartbeat_on = null
  where (name, id) in (select name, id from pgboss.job
                       where ${lost} and retry_count < retry_limit for update skip locked)
  returning ${told}`;

/** Those which had no attempt left. */
export const lostForGood = (): Sql =>
  sql`select ${told} from pgboss.job where ${lost} and retry_count >= retry_limit`;

/** Later jobs take their places behind this one, unless its place is from before a recount. */
export const advanceClock = (queue: string, place: number): Sql => sql`
  update queue_clock set place = ${place}
  where queue = ${queue} and place < ${place} and place > ${place} - 500000000`;

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

export const deadLettersOf = (queue: string, job: string, most: number): Sql => sql`
  select id, data ->> 'workspaceId' as "workspaceId", data ->> 'correlationId' as "correlationId",
         source_retry_count + 1 as attempts, created_on as "failedAt", source_output ->> 'message' as reason
  from pgboss.job where name = ${queue} and source_name = ${job} and state = 'created'
  order by created_on desc, id limit ${most}`;

/** What comes back from the dead letters takes new places: with the old ones it would go before all. */
export const rejoin = (job: string): Sql => sql`
  update pgboss.job
  set priority = -(clock.place + turn)
  from queue_clock as clock, (
    select id, row_number() over (partition by data ->> 'workspaceId' order by priority desc, id) as turn
    from pgboss.job where name = ${job} and state = 'created' and source_root_id is not null
  ) as back
  where clock.queue = ${job} and job.name = ${job} and job.id = back.id and job.state = 'created'`;
