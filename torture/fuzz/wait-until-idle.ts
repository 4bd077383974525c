import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, sql } from '../../server/src/platform/db/index.ts';

const maxIdleMs = 60_000;

interface WaitingJobs {
  name: string;
  jobs: number;
}

/** Waits while the worker makes progress; returns the jobs that are left. */
export async function waitUntilIdle(owner: Database): Promise<string[]> {
  let fewest = Number.POSITIVE_INFINITY;
  let unfinished = await selectWaiting(owner);
  for (
    let since = performance.now();
    unfinished.length > 0;
    unfinished = await selectWaiting(owner)
  ) {
    const jobs = unfinished.reduce((sum, each) => sum + each.jobs, 0);
    if (jobs < fewest) [fewest, since] = [jobs, performance.now()];
    if (performance.now() - since > maxIdleMs)
      return unfinished.map((each) => `${each.jobs} jobs of ${each.name} make no progress`);
    await sleep(100);
  }
  return [];
}

/**
 * Leaves out delayed jobs, and retries of receivers and models. Unfinished tasks count, because a
 * task queues its next job itself and its queue is empty in between.
 */
const selectWaiting = (owner: Database): Promise<WaitingJobs[]> =>
  owner.query<WaitingJobs>(sql`
    select name, count(*)::int as jobs from pgboss.job
    where state in ('created', 'retry', 'active') and start_after <= now()
      and name <> 'dead-letters' and name !~ 'deliver|enrich'
    group by name
    union all
    select 'task', count(*)::int from task where finished_at is null having count(*) > 0`);
