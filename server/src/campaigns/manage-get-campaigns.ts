import type { ManageResult } from '@outcrop/contract';
import type { ManageCall } from '../core/sign-in/call.ts';
import { creationPositionOf, pageOf } from '../platform/cursor.ts';
import { selectCampaignPage } from './campaigns.sql.ts';

/** Lists campaigns, newest first. Archived ones are included only when requested by status. */
export async function manageGetCampaigns({
  query,
  tx,
}: ManageCall<'getCampaigns'>): Promise<ManageResult<'getCampaigns'>> {
  const { status = null } = query;
  const { rows: campaigns, nextCursor } = await pageOf(
    query,
    { status },
    (after, take) => selectCampaignPage(tx, status, after, take),
    creationPositionOf,
  );
  return { campaigns, nextCursor };
}
