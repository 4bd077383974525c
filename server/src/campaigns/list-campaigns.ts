import type { ManageData } from '@outcrop/contract';
import type { ManageCall } from '../core/sign-in/call.ts';
import { readCursor, writeCursor } from '../platform/cursor.ts';
import { selectPage } from './campaigns.sql.ts';
import { toCampaign } from './get-campaign.ts';

/** Lists campaigns, newest first. Archived ones are included only when requested by status. */
export async function listCampaigns({
  query,
  tx,
}: ManageCall<'getCampaigns'>): Promise<ManageData<'getCampaigns'>> {
  const { status = null, limit = 50 } = query;
  const after = query.cursor === undefined ? null : readCursor(query.cursor, { status });
  const rows = await selectPage(tx, status, after, limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1)! : null;
  return {
    campaigns: page.map(toCampaign),
    nextCursor: last && writeCursor({ at: last.createdAt, id: last.id }, { status }),
  };
}
