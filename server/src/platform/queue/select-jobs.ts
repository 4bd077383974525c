import { type Sql, sql } from '../db/index.ts';

/** A job as pg-boss stores it. */
export interface StoredJob {
  name: string;
  id: string;
  priority: number;
  retryCount: number;
  retryLimit: number;
  data: unknown;
  workspaceId: string | null;
  correlationId: string | null;
}

/** The only SQL of ours on the tables of pg-boss. It reads; every change goes through pg-boss. */
export const selectJobs = (where: Sql): Sql => sql`
  select name, id, priority, retry_count as "retryCount", retry_limit as "retryLimit",
         data, data ->> 'workspaceId' as "workspaceId", data ->> 'correlationId' as "correlationId",
         source_name as "sourceName", source_retry_count + 1 as attempts,
         source_output ->> 'message' as reason, created_on as "createdOn"
  from pgboss.job where ${where}`;
