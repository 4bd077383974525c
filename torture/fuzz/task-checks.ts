import { type Database, sql } from '../../server/src/platform/db/index.ts';
import type { Tenant } from './tenants.ts';

/** Finished tasks must have consistent counts, and failures a reason that the caller can fix. */
export async function taskProblems(owner: Database, { id }: Tenant): Promise<string[]> {
  const rows = await owner.query<{ id: string; kind: string; problem: string }>(sql`
    select t.id, t.kind, problem
    from task t
    cross join lateral (
      select count(*)::int as failures from task_failure f
      where f.workspace_id = t.workspace_id and f.task_id = t.id
    ) as reported
    cross join lateral (values
      ('is not finished', t.finished_at is null),
      ('is done, but incomplete: ' || t.done || ' of ' || coalesce(t.total::text, 'unknown'),
       t.status = 'done' and t.done is distinct from t.total),
      ('says that ' || t.failed || ' failed, but lists ' || failures, t.failed <> failures),
      ('failed: ' || t.error, t.status = 'failed' and t.error like 'Something went wrong%'),
      ('failed without a reason', t.status = 'failed' and t.error is null)
    ) as checks (problem, is_so)
    where t.workspace_id = ${id} and is_so
    limit 5`);
  return rows.map(({ kind, id, problem }) => `the ${kind} task ${id} ${problem}`);
}
