import type { EndpointResult } from '@outcrop/contract';
import { recordAudit } from '../core/audit/record-audit.ts';
import { selectSequences } from '../core/campaigns/campaign-steps.sql.ts';
import { emitEvents, type NewEvent } from '../core/events/emit-events.ts';
import { changeCounts } from '../core/lists-and-tags/memberships.sql.ts';
import { wakeMailboxes } from '../core/mailboxes/wake-mailboxes.sql.ts';
import { missingIds } from '../core/prospects/missing-ids.ts';
import { lockProspects } from '../core/prospects/prospects.sql.ts';
import { selectRecipients } from '../core/sending/recipient.sql.ts';
import { addWait } from '../core/sending/send-time-rules.ts';
import { lookUpAddressFacts } from '../core/suppression/address-facts.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import type { OperationContext } from '../platform/caller.ts';
import { fieldError } from '../platform/error.ts';
import * as store from './campaigns.sql.ts';
import { missingValues, needsAddress, reasonToSkip, stoppedBy } from './enrollment-rules.ts';

type EnrollResult = EndpointResult<'postCampaigns'>;
export type EnrollScope = OperationContext<{ suppression: Suppression }>;

interface EnrollmentRequest {
  campaignId: string;
  prospectIds: string[];
  /** Whether prospects continue that suppression had stopped. */
  resume?: boolean | undefined;
  ignoreMissing?: boolean | undefined;
}

/**
 * Decides for each prospect whether it can be enrolled. `select` reads the prospects, and locks them
 * if they are to be enrolled. Returns null if the campaign does not exist.
 */
export async function decideEnrollments(
  { tx, deps }: EnrollScope,
  campaignId: string,
  ids: string[],
  select: typeof store.selectEnrollmentCandidates,
  resume = false,
) {
  // Pipelined in one round trip. Statements after the locks see the last holder's changes.
  const [campaign, sequences, start, prospects, recipients, earlierOf] = await Promise.all([
    store.lockCampaignShared(tx, campaignId),
    selectSequences(tx, [campaignId]),
    store.selectCampaignStart(tx, campaignId),
    select(tx, ids),
    selectRecipients(tx, ids),
    store.selectEarlierEnrollments(tx, campaignId, ids),
  ]);
  if (!campaign) return null;
  if (campaign.isArchived)
    throw fieldError('campaignId', 'The campaign is archived. Restore it first.');
  const factsOf = await lookUpAddressFacts(tx, deps.suppression, prospects);
  const { steps } = sequences.get(campaignId)!;
  const isAddressNeeded = needsAddress(steps);
  const missingOf = missingValues(steps, campaign.footer);
  const byId = new Map(prospects.map((prospect) => [prospect.id, prospect]));
  const results = ids
    .flatMap((id) => {
      const [prospect, recipient] = [byId.get(id), recipients.get(id)];
      // Without a lock, the prospect can be deleted between the two statements.
      return prospect && recipient ? [{ ...prospect, recipient }] : [];
    })
    .map((prospect): EnrollResult['results'][number] => {
      const { id: prospectId, doNotContact, emailKey, recipient } = prospect;
      const candidate = {
        doNotContact,
        hasEmail: emailKey !== null,
        earlier: earlierOf.get(prospectId) ?? null,
        facts: factsOf(prospect),
        missing: missingOf(prospectId, recipient),
      };
      const { earlier, missing } = candidate;
      const reason = reasonToSkip(candidate, { isAddressNeeded, resume });
      if (reason === null)
        return { prospectId, status: 'enrolled', ...(earlier && { resumed: true }) };
      return {
        prospectId,
        status: 'skipped',
        reason,
        ...(reason === 'missing_values' && { missing }),
        ...(reason === 'stopped' && { stoppedBy: stoppedBy(earlier)! }),
      };
    });
  return { campaign, start, prospects, results };
}

/**
 * Enrolls prospects in a campaign, each at most once, with a reason for each that is skipped.
 * Returns null if the campaign does not exist.
 */
export async function enrollProspects(
  scope: EnrollScope,
  { campaignId, prospectIds: ids, resume, ignoreMissing = false }: EnrollmentRequest,
): Promise<EnrollResult | null> {
  const { tx } = scope;
  const decision = await decideEnrollments(scope, campaignId, ids, lockProspects, resume);
  if (!decision) return null;
  const { campaign, start, prospects, results } = decision;
  const missing = missingIds(ids, prospects, ignoreMissing);
  const taken = results.filter(({ status }) => status === 'enrolled');
  const enrolled = taken.filter(({ resumed }) => !resumed);
  const resumedIds = taken.flatMap(({ prospectId, resumed }) => (resumed ? [prospectId] : []));

  const at = new Date();
  store.insertEnrollments(
    tx,
    campaignId,
    enrolled.map(({ prospectId }) => prospectId),
    addWait(start, start.zone, start.holidays, at),
  );
  store.resumeSuppressed(tx, campaignId, resumedIds, at);
  if (resumedIds.length > 0)
    recordAudit(scope, {
      action: 'enrollments.resumed',
      target: campaignId,
      detail: { prospects: resumedIds.length },
    });
  if (taken.length > 0) wakeMailboxes(tx, [campaignId], at);
  emitEvents(
    scope,
    enrolled.map(({ prospectId }): NewEvent => {
      const { id, name } = campaign;
      const data = { prospectId, campaign: { id, name } };
      return { type: 'campaign.enrolled', prospectId, data };
    }),
  );
  changeCounts(tx, [{ kind: 'campaign', key: campaignId, by: enrolled.length }]);
  return {
    enrolled: taken.length,
    skipped: results.length - taken.length,
    campaignName: campaign.name,
    results,
    ...(ignoreMissing && { notFound: missing }),
  };
}
