import { expect } from 'vitest';
import { sql } from '../../src/platform/db/index.ts';
import type { TestService } from '../service.ts';
import { creditsOf } from './enrichment-client.ts';

/** Fails unless the ledger has the right entries for every enrichment, and the account is their sum. */
export async function expectConsistentCredits(
  service: Pick<TestService, 'owner'>,
  workspaceId: string,
): Promise<{ done: number; failed: number; cancelled: number; open: number }> {
  const { account, ledger, open } = await creditsOf(service, workspaceId);
  expect(account).toEqual(ledger);
  expect(account.reserved).toBe(open);
  const work = await service.owner.query<{
    status: string;
    entries: string | null;
    count: number;
  }>(sql`
    select e.status::text, ledger.entries, count(*)::int
    from enrichment e
    left join lateral (
      select string_agg(kind::text, ' ' order by kind) as entries from credit_entry c
      where c.workspace_id = e.workspace_id and c.enrichment_id = e.id) ledger on true
    where e.workspace_id = ${workspaceId} group by 1, 2`);
  for (const { status, entries } of work) {
    const ended = {
      done: 'reserve capture',
      failed: 'reserve release',
      cancelled: 'reserve release',
    };
    expect(entries, status).toBe(ended[status as keyof typeof ended] ?? 'reserve');
  }
  const orphans = await service.owner.query(sql`
    select from credit_entry c where c.workspace_id = ${workspaceId} and c.enrichment_id is not null
      and not exists (select from enrichment e where e.workspace_id = c.workspace_id and e.id = c.enrichment_id)`);
  expect(orphans).toEqual([]);
  const [eventCounts] = await service.owner.query<{ completed: number; failed: number }>(sql`
    select count(*) filter (where type = 'enrichment.completed')::int as completed,
           count(*) filter (where type = 'enrichment.failed')::int as failed
    from event where workspace_id = ${workspaceId}`);
  const count = (status: string) =>
    work.filter((each) => each.status === status).reduce((sum, each) => sum + each.count, 0);
  const outcomes = {
    done: count('done'),
    failed: count('failed'),
    cancelled: count('cancelled'),
    open,
  };
  expect(eventCounts).toEqual({ completed: outcomes.done, failed: outcomes.failed });
  return outcomes;
}
