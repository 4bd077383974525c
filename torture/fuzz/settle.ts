import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, sql } from '../../server/src/platform/db/index.ts';

const patienceMs = 60_000;

interface Waiting {
  name: string;
  jobs: number;
}

/** Waits until the worker has nothing to do, as long as it gets on; tells what is left. */
export async function settle(owner: Database): Promise<string[]> {
  let least = Number.POSITIVE_INFINITY;
  let left = await waiting(owner);
  for (let since = performance.now(); left.length > 0; left = await waiting(owner)) {
    const jobs = left.reduce((sum, each) => sum + each.jobs, 0);
    if (jobs < least) [least, since] = [jobs, performance.now()];
    if (performance.now() - since > patienceMs)
      return left.map((each) => `${each.jobs} jobs of ${each.name} are not getting done`);
    await sleep(100);
  }
  return [];
}

/**
 * What is meant for later is not waited for, nor what is tried again and again with receivers and
 * models outside. A task sends its next job itself, so that its queue looks empty in between.
 */
const waiting = (owner: Database): Promise<Waiting[]> =>
  owner.ask<Waiting>(sql`
    select name, count(*)::int as jobs from pgboss.job
    where state in ('created', 'retry', 'active') and start_after <= now()
      and name <> 'dead-letters' and name !~ 'deliver|enrich'
    group by name
    union all
    select 'task', count(*)::int from task where finished_at is null having count(*) > 0`);
