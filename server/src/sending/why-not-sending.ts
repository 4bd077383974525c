import type { ManageResult, WhyNotCode } from '@outcrop/contract';
import { campaignExists } from '../core/campaigns/campaign-steps.sql.ts';
import { selectMailSettings } from '../core/mailboxes/mail-settings.sql.ts';
import type { MailboxRow } from '../core/mailboxes/mailbox-rows.sql.ts';
import { currentPaceOf, wasInboxRead } from '../core/sending/pace-rules.ts';
import { localDay, nextOpening, startOfNextDay } from '../core/sending/send-time-rules.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import { notFound } from '../platform/error.ts';
import { nextEmailsOf } from './candidate-emails.ts';
import { selectCandidate } from './claim-next.sql.ts';
import { blockOf } from './claim-rules.ts';
import {
  countFirstEmailsToday,
  selectEnrollmentState,
  selectSenders,
} from './why-not-sending.sql.ts';
import { reasonsNotSending } from './why-not-sending-rules.ts';

/** Returns why the next email to a prospect does not leave now, by the same rules as sending. */
export async function getEnrollmentWhy({
  params,
  tx,
  deps,
}: ManageCall<'getEnrollmentWhy', { suppression: Suppression }>): Promise<
  ManageResult<'getEnrollmentWhy'>
> {
  const at = new Date();
  const { campaignId, prospectId } = params;
  const [exists, enrollment, settings] = await Promise.all([
    campaignExists(tx, campaignId),
    selectEnrollmentState(tx, params),
    selectMailSettings(tx),
  ]);
  if (!exists) throw notFound('campaign', campaignId);
  if (!enrollment) throw notFound('prospect', prospectId);
  const { mailboxId, newPerDay } = enrollment;
  const senders = await selectSenders(tx, campaignId, mailboxId);
  const { day, nextDayAt } = dayOf(senders[0], settings.holidays, at);
  const [candidate, newToday] = await Promise.all([
    selectCandidate(tx, params, day),
    countFirstEmailsToday(tx, campaignId, day),
  ]);
  const [email] = await nextEmailsOf(
    tx,
    senders[0]?.name ?? '',
    candidate ? [candidate] : [],
    deps,
  );
  const isFirst = enrollment.lastSentAt === null;
  const isLimited = isFirst && newPerDay !== null && newToday >= newPerDay;
  const reasons = reasonsNotSending(
    {
      campaignStatus: enrollment.campaignStatus,
      enrollment,
      block: email ? blockOf(email, { settings, at, nextDayAt }) : null,
      campaignLimitUntil: isLimited ? nextDayAt : null,
      senders: senders.map((mailbox) => ({
        id: mailbox.id,
        pace: currentPaceOf(mailbox, settings.holidays, at),
        isInboxRead: wasInboxRead(mailbox, at),
      })),
    },
    at,
  );
  return { reasons: reasons.map((each) => ({ ...each, message: sentences[each.code] })) };
}

function dayOf(mailbox: MailboxRow | undefined, holidays: string[], at: Date) {
  const { zone, windows } = mailbox ?? { zone: 'UTC', windows: [] };
  const tomorrow = startOfNextDay(zone, at);
  const nextDayAt = nextOpening(windows, zone, holidays, tomorrow) ?? tomorrow;
  return { day: localDay(zone, at), nextDayAt };
}

const sentences: Record<WhyNotCode, string> = {
  campaign_draft: 'The campaign has not started.',
  campaign_paused: 'The campaign is paused.',
  campaign_archived: 'The campaign is archived.',
  sending: 'An email is being sent.',
  finished: 'All emails were sent.',
  replied: 'The prospect replied.',
  unsubscribed: 'The prospect unsubscribed or reported spam.',
  suppressed: 'The prospect is marked as do not contact.',
  bounced: 'The address does not exist.',
  away: 'The prospect is away.',
  held: 'The prospect is on hold until someone decides.',
  stopped: 'Someone stopped the campaign for this prospect.',
  not_due: 'The next email is not due yet.',
  no_email: 'The prospect has no email address.',
  missing_values: 'A variable of the email has no value for this prospect.',
  cooldown: 'The prospect recently got an email from another campaign.',
  company_limit: 'The company has reached its limit of emails per day.',
  campaign_limit: 'The campaign has reached its limit of new people per day.',
  no_mailbox: 'The campaign has no mailbox.',
  mailbox_removed: 'The mailbox was removed.',
  mailbox_paused: 'The mailbox is paused.',
  mailbox_needs_attention: 'The mailbox needs attention.',
  mailbox_resting: 'The mailbox is waiting after a problem.',
  mailbox_no_window: 'The mailbox has no sending times.',
  mailbox_outside_window: 'It is outside the mailbox’s sending times.',
  mailbox_daily_limit: 'The mailbox has reached its daily limit.',
  mailbox_gap: 'The mailbox is waiting between two emails.',
  mailbox_inbox_not_read:
    'The inbox was not checked in the last few minutes, so a reply may be missing.',
};
