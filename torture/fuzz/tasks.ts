import { type Database, sql } from '../../server/src/platform/db/index.ts';
import type { Tenant } from './tenants.ts';

/** A task that is over has done what it says, and failed only for a reason that a caller can mend. */
export async function wrongTasks(owner: Database, { id }: Tenant): Promise<string[]> {
  const rows = await owner.ask<{ id: string; kind: string; problem: string }>(sql`
    select t.id, t.kind, problem
    from task t
    cross join lateral (
      select count(*)::int as failures from task_failure f
      where f.workspace_id = t.workspace_id and f.task_id = t.id
    ) as told
    cross join lateral (values
      ('is not over', t.finished_at is null),
      ('is done, but not all of it: ' || t.done || ' of ' || coalesce(t.total::text, 'nobody knows'),
       t.status = 'done' and t.done is distinct from t.total),
      ('says that ' || t.failed || ' failed, and tells of ' || failures, t.failed <> failures),
      ('failed: ' || t.error, t.status = 'failed' and t.error like 'Something went wrong%'),
      ('failed and does not say why', t.status = 'failed' and t.error is null)
    ) as checks (problem, is_so)
    where t.workspace_id = ${id} and is_so
    limit 5`);
  return rows.map(({ kind, id, problem }) => `the ${kind} task ${id} ${problem}`);
}
