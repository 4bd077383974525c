import { backfillSearch } from '../core/prospects/backfill.ts';
import { Database, sql } from '../platform/db/index.ts';
import { buildOnline } from '../platform/db/online-index.ts';

/** Made by migration 0042 in an empty database. Built here in one with prospects. */
const indexes = [
  { name: 'prospect_stage', columns: 'workspace_id, stage_position, id' },
  { name: 'prospect_updated', columns: 'workspace_id, updated_at, id' },
  { name: 'prospect_active', columns: 'workspace_id, last_activity_at, id' },
  { name: 'prospect_by_name', columns: 'workspace_id, sort_name, id' },
  { name: 'prospect_by_company', columns: 'workspace_id, company_key, id' },
].map((index) => ({ ...index, table: 'prospect' }));

/**
 * Between migrations 0042 and 0060: indexes every prospect for the search, while processes of the
 * previous version go on. Returns how many were indexed.
 */
export async function upgradeSearch(ownerUrl: string): Promise<number> {
  const owner = new Database({
    url: ownerUrl,
    poolSize: 1,
    timeouts: { statementMs: 60_000, lockMs: 10_000 },
    inBackground: true,
  });
  try {
    const [state] = await owner.ask<{ isUpgrading: boolean }>(
      sql`select to_regclass('search_backfill') is not null as "isUpgrading"`,
    );
    if (!state!.isUpgrading) return 0;
    // First, so that the backfill fills them as it goes.
    await buildOnline(ownerUrl, indexes);
    return await backfillSearch(owner);
  } finally {
    await owner.close();
  }
}
