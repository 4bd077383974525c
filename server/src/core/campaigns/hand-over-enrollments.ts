import { sql, type Tx } from '../../platform/db/index.ts';
import { lockSharedCampaigns, moveMessages, updateEnrollments } from './combine-enrollments.sql.ts';
import { combineEnrollmentStates } from './combine-enrollments-rules.ts';

interface MergedProspects {
  from: string;
  to: string;
}

/**
 * Gives enrollments of one prospect to another, which must not be in these campaigns. Their emails
 * follow by the foreign key.
 */
export function handOverEnrollments(
  tx: Tx,
  campaignIds: string[],
  { from, to }: MergedProspects,
): void {
  if (campaignIds.length === 0) return;
  tx.defer(sql`
    update enrollment set prospect_id = ${to}
    where workspace_id = ${tx.workspaceId} and prospect_id = ${from}
      and campaign_id = any(${campaignIds}::uuid[])`);
}

/** Combines the enrollments of two locked prospects that are in the same campaigns. */
export async function combineEnrollments(
  tx: Tx,
  campaignIds: string[],
  between: MergedProspects,
): Promise<void> {
  if (campaignIds.length === 0) return;
  const combined = (await lockSharedCampaigns(tx, campaignIds, between)).map(
    ({ campaignId, ...both }) => ({
      campaignId,
      ...combineEnrollmentStates(both),
    }),
  );
  moveMessages(
    tx,
    combined.flatMap(({ campaignId, movedStepIds }) =>
      movedStepIds.map((stepId) => ({ campaignId, stepId })),
    ),
    between,
  );
  updateEnrollments(
    tx,
    between.to,
    combined.map(({ campaignId, enrollment }) => ({ campaignId, ...enrollment })),
  );
}
