import type { ManageResult } from '@outcrop/contract';
import { campaignExists } from '../core/campaigns/campaign-steps.sql.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { pageOf } from '../platform/cursor.ts';
import { notFound } from '../platform/error.ts';
import { selectMessages } from './messages.sql.ts';

/** Lists the emails of a campaign, newest first. */
export async function getCampaignMessages({
  params: { campaignId },
  query,
  tx,
}: ManageCall<'getCampaignMessages'>): Promise<ManageResult<'getCampaignMessages'>> {
  const { status = null } = query;
  const [exists, { rows, nextCursor }] = await Promise.all([
    campaignExists(tx, campaignId),
    pageOf(
      query,
      { campaignId, status },
      (after, take) => selectMessages(tx, campaignId, status, after, take),
      ({ claimedAt, id }) => ({ at: claimedAt, id }),
    ),
  ]);
  if (!exists) throw notFound('campaign', campaignId);
  return { messages: rows, nextCursor };
}
