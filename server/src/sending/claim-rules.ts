import type { AddressFact, MailSettings } from '@outcrop/contract';
import type { MergeVariable } from '@outcrop/contract/merge-tags';
import type { EmailTemplate } from '../core/campaigns/variant-rules.ts';
import type { ClaimedEmail } from '../core/sending/claimed-email.ts';
import type { NoPaceReason } from '../core/sending/pace-rules.ts';
import type { EnrollmentCandidate } from './claim-next.sql.ts';

/** Why nothing is sent now. */
export type WhyNothingClaimed =
  | NoPaceReason
  | 'lease_lost'
  | 'nothing_due'
  /** Follow-ups are due, but an answer may have come since the inbox was last read. */
  | 'inbox_not_read'
  /** All candidates that were tried have to wait; there may be more. */
  | 'all_blocked'
  /** The reply was canceled, must not be sent, or another worker has it. */
  | 'no_reply';

export type EmailClaim<Email extends ClaimedEmail = ClaimedEmail> =
  /** `nextAt` is when another email may be claimed, or null if that is not known. */
  | { kind: 'claimed'; email: Email; nextAt: Date | null }
  | { kind: 'nothing'; sleepUntil: Date | null; why: WhyNothingClaimed };

/** Why the next email of an enrollment does not leave now. */
export type WhyBlocked =
  | 'finished'
  | 'do_not_contact'
  | 'unsubscribed'
  | 'bounced'
  | 'no_email'
  | 'missing_values'
  | 'cooldown'
  | 'company_limit'
  | 'campaign_limit';

/** The new state of a blocked enrollment, and the reason. */
export interface EmailBlock {
  why: WhyBlocked;
  status: 'waiting' | 'finished' | 'suppressed' | 'unsubscribed' | 'bounced' | 'held';
  dueAt: Date;
}

export interface CandidateEmail {
  candidate: EnrollmentCandidate;
  facts: AddressFact[];
  /** Null if no step is left. */
  template: EmailTemplate | null;
  /** Variables that have neither a value nor a fallback. */
  missing: MergeVariable[];
  /** Null for addresses of free email providers. */
  company: string | null;
}

export interface ClaimMoment {
  settings: Pick<MailSettings, 'companyPerDay' | 'cooldownHours'>;
  at: Date;
  /** When the mailbox opens on its next day. */
  nextDayAt: Date;
}

const hourMs = 3_600_000;
/** An email of another campaign is on its way; it takes minutes at most. */
const onItsWayMs = 900_000;

/** Why the email may not leave now, or null. */
export function blockOf(
  { candidate, facts, template, missing, company }: CandidateEmail,
  now: ClaimMoment,
): EmailBlock | null {
  const end = (why: WhyBlocked, status: EmailBlock['status']): EmailBlock => ({
    why,
    status,
    dueAt: now.at,
  });
  if (candidate.doNotContact) return end('do_not_contact', 'suppressed');
  if (facts.includes('unsubscribed') || facts.includes('complained'))
    return end('unsubscribed', 'unsubscribed');
  if (facts.includes('bounced')) return end('bounced', 'bounced');
  if (template === null) return end('finished', 'finished');
  if (candidate.email === null || candidate.emailKey === null) return end('no_email', 'held');
  if (missing.length > 0) return end('missing_values', 'held');

  const { companyPerDay } = now.settings;
  if (company !== null && companyPerDay !== null && candidate.companySent >= companyPerDay)
    return blockUntil('company_limit', now.nextDayAt);
  return cooldownBlock(candidate, now);
}

const blockUntil = (why: WhyBlocked, dueAt: Date): EmailBlock => ({
  why,
  status: 'waiting',
  dueAt,
});

function cooldownBlock(
  candidate: EnrollmentCandidate,
  { at, settings }: ClaimMoment,
): EmailBlock | null {
  const { lastSentElsewhere, isSendingElsewhere } = candidate;
  const cooldownMs = settings.cooldownHours * hourMs;
  if (cooldownMs === 0) return null;
  const end = (lastSentElsewhere?.getTime() ?? 0) + cooldownMs;
  if (lastSentElsewhere && end > at.getTime()) return blockUntil('cooldown', new Date(end));
  return isSendingElsewhere ? blockUntil('cooldown', new Date(at.getTime() + onItsWayMs)) : null;
}

/** The block if others used up a limit, or wrote to the prospect, after the candidate was read. */
export function blockAfterRace(
  reserved: { company: boolean; campaign: boolean; isContacted: boolean },
  { at, nextDayAt }: ClaimMoment,
): EmailBlock | null {
  if (!reserved.company) return blockUntil('company_limit', nextDayAt);
  if (!reserved.campaign) return blockUntil('campaign_limit', nextDayAt);
  return reserved.isContacted ? blockUntil('cooldown', new Date(at.getTime() + onItsWayMs)) : null;
}
