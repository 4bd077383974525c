import type { JobWithMetadata } from 'pg-boss';
import { type Sql, sql } from '../db/index.ts';

/** The columns that `selectJobs` returns. */
export type StoredJob = Pick<
  JobWithMetadata<{ workspaceId?: string; correlationId?: string | null } | null>,
  'name' | 'id' | 'data' | 'priority' | 'startAfter' | 'retryCount' | 'retryLimit'
>;

/** Our only SQL on the tables of pg-boss. It only reads: every change goes through pg-boss. */
export const selectJobs = (where: Sql): Sql => sql`
  select name, id, data, priority, start_after as "startAfter", created_on as "createdOn",
         retry_count as "retryCount", retry_limit as "retryLimit", source_name as job,
         source_retry_count + 1 as attempts, source_output ->> 'message' as reason
  from pgboss.job where ${where}`;

/** The oldest waiting job of each kind, if it has waited for at least this many minutes. */
export const oldestWaitingJob = (minutes: number): Sql => sql`
  select name as job, floor(extract(epoch from now() - min(waits_since)) / 60)::integer as minutes
  from (
    select name, greatest("createdOn", "startAfter") as waits_since
    from (${selectJobs(sql`state < 'active' and name <> 'dead-letters'`)}) as waiting
  ) as job
  where waits_since < now() - make_interval(mins => ${minutes})
  group by name order by name`;
