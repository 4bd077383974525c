import type { CampaignStatus, EnrollmentStatus, WhyNotCode } from '@outcrop/contract';
import type { CurrentPace } from '../core/sending/pace-rules.ts';
import type { EmailBlock, WhyBlocked } from './claim-rules.ts';

export interface ReasonNotSending {
  code: WhyNotCode;
  until: Date | null;
  mailboxId: string | null;
}

/** A mailbox that may write to the prospect. */
interface SendingMailbox {
  id: string;
  pace: CurrentPace;
  isInboxRead: boolean;
}

export interface SendingSituation {
  campaignStatus: CampaignStatus;
  enrollment: { status: EnrollmentStatus; dueAt: Date; lastSentAt: Date | null };
  /** The block that the claim would find for the next email. */
  block: EmailBlock | null;
  /** When first emails may leave again, if the campaign has sent all of today. */
  campaignLimitUntil: Date | null;
  senders: SendingMailbox[];
}

const blockCodes: Record<WhyBlocked, WhyNotCode> = {
  finished: 'finished',
  do_not_contact: 'suppressed',
  unsubscribed: 'unsubscribed',
  bounced: 'bounced',
  no_email: 'no_email',
  missing_values: 'missing_values',
  cooldown: 'cooldown',
  company_limit: 'company_limit',
  campaign_limit: 'campaign_limit',
};

const reason = (
  code: WhyNotCode,
  until: Date | null = null,
  mailboxId: string | null = null,
): ReasonNotSending => ({ code, until, mailboxId });

/** Everything that keeps the next email of an enrollment from leaving now. */
export function reasonsNotSending(situation: SendingSituation, at: Date): ReasonNotSending[] {
  const { campaignStatus, enrollment, block } = situation;
  const { status, dueAt } = enrollment;
  if (status === 'away') return [reason('away', dueAt)];
  if (status !== 'waiting') return [reason(status)];
  const reasons: ReasonNotSending[] = [];
  if (campaignStatus !== 'running') reasons.push(reason(`campaign_${campaignStatus}`));
  if (dueAt > at) reasons.push(reason('not_due', dueAt));
  if (block)
    reasons.push(reason(blockCodes[block.why], block.status === 'waiting' ? block.dueAt : null));
  return [...reasons, ...campaignLimit(situation), ...busySenders(situation)];
}

const campaignLimit = ({ campaignLimitUntil }: SendingSituation): ReasonNotSending[] =>
  campaignLimitUntil ? [reason('campaign_limit', campaignLimitUntil)] : [];

/** Nothing if one of the mailboxes may send now. */
function busySenders({ senders, enrollment }: SendingSituation): ReasonNotSending[] {
  if (senders.length === 0) return [reason('no_mailbox')];
  const problems = senders.map((sender) => problemOf(sender, enrollment.lastSentAt !== null));
  return problems.includes(null) ? [] : problems.filter((problem) => problem !== null);
}

function problemOf(
  { id, pace, isInboxRead }: SendingMailbox,
  isFollowUp: boolean,
): ReasonNotSending | null {
  if (!pace.canSend) return reason(`mailbox_${pace.why}`, pace.until, id);
  return isFollowUp && !isInboxRead ? reason('mailbox_inbox_not_read', null, id) : null;
}
