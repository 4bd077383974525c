import type { ManageResult } from '@outcrop/contract';
import { recordAudit } from '../core/audit/record-audit.ts';
import { selectSequences } from '../core/campaigns/campaign-steps.sql.ts';
import { selectMailSettings } from '../core/mailboxes/mail-settings.sql.ts';
import { wakeMailboxes } from '../core/mailboxes/wake-mailboxes.sql.ts';
import { missingIds } from '../core/prospects/missing-ids.ts';
import { lockProspects } from '../core/prospects/prospects.sql.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { lookUpAddressFacts } from '../core/suppression/address-facts.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import { notFound } from '../platform/error.ts';
import {
  type CampaignSchedule,
  type EnrollmentChange,
  type EnrollmentState,
  resumeEnrollment,
  skipNextEmail,
  stopEnrollment,
} from './enrollment-change-rules.ts';
import * as store from './enrollments.sql.ts';

type ChangeId = 'postCampaignStop' | 'postCampaignResume' | 'postCampaignSkip';
type ChangeCall = ManageCall<ChangeId, { suppression: Suppression }>;
type ChangeResult = ManageResult<ChangeId>;

/** Ends a campaign for prospects. Waits for an email that is being sent. */
export const postCampaignStop = (call: ChangeCall): Promise<ChangeResult> =>
  changeEnrollments(call, 'enrollments.stopped', stopEnrollment);

/** Continues a campaign for prospects. */
export const postCampaignResume = (call: ChangeCall): Promise<ChangeResult> =>
  changeEnrollments(call, 'enrollments.resumed', resumeEnrollment);

/** Skips the next email of prospects, or the email that may have been sent. */
export const postCampaignSkip = (call: ChangeCall): Promise<ChangeResult> =>
  changeEnrollments(call, 'enrollments.skipped', skipNextEmail);

async function changeEnrollments(
  call: ChangeCall,
  action: 'enrollments.stopped' | 'enrollments.resumed' | 'enrollments.skipped',
  decide: (enrollment: EnrollmentState, at: Date, schedule: CampaignSchedule) => EnrollmentChange,
): Promise<ChangeResult> {
  const { tx, deps } = call;
  const { campaignId } = call.params;
  const { prospectIds: ids, ignoreMissing = false } = call.body;
  const at = new Date();
  // Sending takes these locks in the same order. Later statements see the changes of the last
  // holder.
  const [prospects, exists, enrollments] = await Promise.all([
    lockProspects(tx, ids),
    store.lockCampaignShared(tx, campaignId),
    store.lockEnrollments(tx, campaignId, ids),
  ]);
  if (!exists) throw notFound('campaign', campaignId);
  const missing = missingIds(ids, prospects, ignoreMissing);
  const [factsOf, sequences, { holidays }] = await Promise.all([
    lookUpAddressFacts(tx, deps.suppression, prospects),
    selectSequences(tx, [campaignId]),
    selectMailSettings(tx),
  ]);
  const schedule = { ...sequences.get(campaignId)!, holidays };

  const enrollmentOf = new Map(enrollments.map((each) => [each.prospectId, each]));
  const decisions = prospects.map((prospect) => {
    const { id: prospectId, doNotContact, emailKey } = prospect;
    const enrollment = enrollmentOf.get(prospectId);
    const change: EnrollmentChange = enrollment
      ? decide(
          { ...enrollment, doNotContact, hasEmail: emailKey !== null, facts: factsOf(prospect) },
          at,
          schedule,
        )
      : { reason: 'not_enrolled' };
    const { status: before = null, isMailboxRemoved = false } = enrollment ?? {};
    return { prospectId, before, isMailboxRemoved, change };
  });
  const changed = decisions.flatMap(({ prospectId, isMailboxRemoved, change }) =>
    'reason' in change
      ? []
      : [
          {
            prospectId,
            ...change,
            leavesMailbox: isMailboxRemoved && change.status === 'waiting',
          },
        ],
  );
  store.updateEnrollments(tx, campaignId, changed);
  if (changed.length > 0) {
    recordAudit(call, { action, target: campaignId, detail: { prospects: changed.length } });
    if (action === 'enrollments.skipped') store.giveUpUnknownEmails(tx, campaignId, changed, at);
    if (action === 'enrollments.resumed') store.releaseRefusedEmails(tx, campaignId, changed);
    if (action !== 'enrollments.stopped') wakeMailboxes(tx, [campaignId], at);
  }

  const resultOf = new Map(decisions.map((each) => [each.prospectId, each]));
  return {
    changed: changed.length,
    unchanged: decisions.length - changed.length,
    results: ids.flatMap((id) => {
      const result = resultOf.get(id);
      if (!result) return [];
      const { prospectId, before, change } = result;
      return 'reason' in change
        ? { prospectId, status: before, changed: false, reason: change.reason }
        : { prospectId, status: change.status, changed: true };
    }),
    ...(ignoreMissing && { notFound: missing }),
  };
}
