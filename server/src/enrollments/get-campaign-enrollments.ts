import type { ManageResult } from '@outcrop/contract';
import { campaignExists } from '../core/campaigns/campaign-steps.sql.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { readValueCursor, writeValueCursor } from '../platform/cursor.ts';
import { notFound } from '../platform/error.ts';
import { selectEnrollments } from './enrollments.sql.ts';

/** A page reads no more enrollments, even if it finds few with the status. */
const maxScanned = 5_000;

/** Lists the prospects of a campaign, each with its next email. */
export async function getCampaignEnrollments({
  params: { campaignId },
  query,
  tx,
}: ManageCall<'getCampaignEnrollments'>): Promise<ManageResult<'getCampaignEnrollments'>> {
  const { status = null, limit = 50, cursor } = query;
  const filters = { campaignId, status };
  const afterId =
    cursor === undefined ? null : readValueCursor(cursor, filters, (value) => value === '').id;
  const [exists, { rows, lastId }] = await Promise.all([
    campaignExists(tx, campaignId),
    selectEnrollments(tx, campaignId, { status, afterId, limit: limit + 1, maxScanned }),
  ]);
  if (!exists) throw notFound('campaign', campaignId);
  const enrollments = rows.slice(0, limit);
  const continueAfter = rows.length > limit ? enrollments.at(-1)!.prospectId : lastId;
  return {
    enrollments,
    nextCursor: continueAfter && writeValueCursor({ value: '', id: continueAfter }, filters),
  };
}
