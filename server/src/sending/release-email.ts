import type { MailboxRow } from '../core/mailboxes/mailbox-rows.sql.ts';
import type { CampaignEmail } from '../core/sending/claimed-email.ts';
import { companyDomainOf } from '../core/sending/company-domain-rules.ts';
import { localDay } from '../core/sending/send-time-rules.ts';
import type { Tx } from '../platform/db/index.ts';
import { lockMailbox } from './claim-next.sql.ts';
import {
  markUnknown,
  type ReleasedEmail,
  refundQuota,
  releaseAttempts,
  selectUnfinished,
  type UnfinishedEmail,
  uncountSent,
} from './release-email.sql.ts';
import { nextLook } from './smtp-reply-rules.ts';

/**
 * Releases a claimed email that surely did not leave, and gives its quota back. Returns false if
 * another worker has it now, or it left.
 */
export async function releaseEmail(
  tx: Tx,
  email: Pick<CampaignEmail, 'campaignId' | 'prospectId' | 'stepId' | 'attempt' | 'mailbox'>,
  at: Date,
): Promise<boolean> {
  // Same lock order as a claim: the mailbox first.
  const { campaignId, prospectId, stepId, attempt, mailbox } = email;
  const [, released] = await Promise.all([
    lockMailbox(tx, mailbox.id),
    releaseAttempts(tx, [{ campaignId, prospectId, stepId, attempt }], at),
  ]);
  giveQuotaBack(tx, mailbox, released);
  return released.length > 0;
}

/**
 * Settles the emails of a locked mailbox that a lost worker left unfinished. An email that was only
 * claimed is released. If the final dot may have been sent, the email is unknown.
 */
export async function settleUnfinished(
  tx: Tx,
  mailbox: MailboxRow,
  unfinished: UnfinishedEmail[],
  at: Date,
): Promise<void> {
  const { claimed = [], handedOver = [] } = Object.groupBy(unfinished, ({ status }) =>
    status === 'claimed' ? 'claimed' : 'handedOver',
  );
  markUnknown(tx, handedOver, { at, lookAt: nextLook(at, at) });
  if (claimed.length > 0) giveQuotaBack(tx, mailbox, await releaseAttempts(tx, claimed, at));
}

/** The same for a removed mailbox, which has no next turn that would settle them. */
export async function settleRemovedMailbox(tx: Tx, mailboxId: string, at: Date): Promise<void> {
  const [mailbox, unfinished] = await Promise.all([
    lockMailbox(tx, mailboxId),
    selectUnfinished(tx, mailboxId),
  ]);
  if (mailbox?.status === 'removed') await settleUnfinished(tx, mailbox, unfinished, at);
}

/** Gives back the quota that a claim took from the mailbox, the company and the campaign. */
function giveQuotaBack(
  tx: Tx,
  mailbox: Pick<MailboxRow, 'id' | 'zone'>,
  released: ReleasedEmail[],
): void {
  if (released.length === 0) return;
  uncountSent(
    tx,
    mailbox.id,
    released.map(({ claimedAt }) => claimedAt),
  );
  refundQuota(
    tx,
    released.map(({ claimedAt, emailKey, campaignId, isFirst }) => ({
      day: localDay(mailbox.zone, claimedAt),
      company: companyDomainOf(emailKey),
      campaignId: isFirst ? campaignId : null,
    })),
  );
}
