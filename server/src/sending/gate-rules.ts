import type { AddressFact, CampaignStep } from '@outcrop/contract';
import { isEmailStep } from '../core/campaigns/step-rules.ts';
import { variantOf } from '../core/campaigns/variant-rules.ts';
import type { MailboxPace, MailboxStatus } from '../core/mailboxes/mailbox-rows.sql.ts';
import type { CampaignEmail } from '../core/sending/claimed-email.ts';
import { currentPaceOf, type NoPaceReason, wasInboxRead } from '../core/sending/pace-rules.ts';
import type { ReplyRefusal } from '../core/sending/reply-rules.ts';

/** Why an email of any kind was held back at the last moment. */
type SharedRefusal = 'taken_over' | 'deleted' | 'too_slow' | 'busy';

export type CampaignRefusal =
  | SharedRefusal
  | 'address_changed'
  | 'suppressed'
  | AddressFact
  | 'enrollment_changed'
  | 'campaign_not_running'
  | 'step_changed'
  | 'mailbox_not_ok'
  | 'inbox_not_read'
  | NoPaceReason;

export type GateRefusal = CampaignRefusal | SharedRefusal | ReplyRefusal;

/** The rows that decide, read under locks. A deleted row is undefined. */
export interface GateState {
  prospect:
    | { emailKey: string | null; linkedinKey: string | null; doNotContact: boolean }
    | undefined;
  campaign: { status: string } | undefined;
  step: CampaignStep | undefined;
  mailbox: (MailboxPace & { status: MailboxStatus; syncedAt: Date | null }) | undefined;
  enrollment: { status: string; stepId: string | null } | undefined;
  outbound: { status: string; attempt: number } | undefined;
  isSuppressed: boolean;
  facts: AddressFact[];
  holidays: string[];
}

/** Why the email must not leave, or null. */
export function campaignRefusalOf(
  email: CampaignEmail,
  state: GateState,
  at: Date,
): CampaignRefusal | null {
  const { prospect, campaign, mailbox, enrollment, outbound, facts } = state;
  if (!prospect || !campaign || !mailbox || !enrollment || !outbound) return 'deleted';
  if (outbound.attempt !== email.attempt || outbound.status !== 'at_dot') return 'taken_over';
  if (prospect.doNotContact || state.isSuppressed) return 'suppressed';
  const [fact] = facts;
  if (fact) return fact;
  if (prospect.emailKey !== email.recipient.emailKey) return 'address_changed';
  if (enrollment.status !== 'sending') return 'enrollment_changed';
  if (enrollment.stepId !== null && enrollment.stepId !== email.stepId) return 'enrollment_changed';
  if (campaign.status !== 'running') return 'campaign_not_running';
  if (!isCurrentTemplate(email, state.step)) return 'step_changed';
  if (mailbox.status !== 'ok') return 'mailbox_not_ok';
  if (!email.isFirst && !wasInboxRead(mailbox, at)) return 'inbox_not_read';
  return whyNoPace(mailbox, state.holidays, at);
}

/**
 * Since the claim, the sending times may have ended, or the settings may have changed. The claim has
 * counted the email and begun the gap after it, so neither counts here.
 */
function whyNoPace(
  mailbox: NonNullable<GateState['mailbox']>,
  holidays: string[],
  at: Date,
): NoPaceReason | null {
  const sentToday = Math.max(mailbox.sentToday - 1, 0);
  const pace = currentPaceOf({ ...mailbox, sentToday, freeAt: null }, holidays, at);
  return pace.canSend ? null : pace.why;
}

/** The campaign may have been paused, edited and started again since the email was claimed. */
function isCurrentTemplate(
  { template, prospectId }: CampaignEmail,
  step: CampaignStep | undefined,
) {
  if (step === undefined || !isEmailStep(step)) return false;
  const now = variantOf(step, prospectId);
  return (['variantId', 'subject', 'body', 'format'] as const).every(
    (field) => now[field] === template[field],
  );
}
