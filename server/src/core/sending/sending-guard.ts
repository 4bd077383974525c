import type { ActorTransaction } from '../../platform/caller.ts';
import { lockInWorkspace, type Tx } from '../../platform/db/index.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { emitEvents } from '../events/emit-events.ts';
import { pauseMailbox } from '../mailboxes/mailbox-health.sql.ts';
import * as store from './sending-guard.sql.ts';
import { type PauseReason, pauseReasonOf, pauseReasonText } from './sending-guard-rules.ts';

/**
 * Records bounces and complaints, and pauses campaigns and mailboxes with too many of them. Call it
 * last: it waits for other transactions of the workspace that call it, so that each transaction counts
 * the bounces of the others.
 */
export async function recordEmailTrouble(
  acting: ActorTransaction,
  troubledEmails: store.TroubledEmail[],
  at: Date,
): Promise<void> {
  if (troubledEmails.length === 0) return;
  const emails = await store.markEmailTrouble(acting.tx, troubledEmails);
  await pauseIfTroubled(acting, campaignsAndMailboxesOf(emails), at);
}

/** The campaign and mailbox to check after an accepted email: their early bounces may be too many now. */
export async function findEarlyTrouble(
  tx: Tx,
  email: { campaignId: string; mailboxId: string },
): Promise<store.CampaignOrMailbox[]> {
  const targets = campaignsAndMailboxesOf([email]);
  const isEarly = await Promise.all(targets.map((each) => store.hasEarlyTrouble(tx, each)));
  return targets.filter((_, index) => isEarly[index]);
}

/** Campaigns come first, as in every transaction that locks both. */
const campaignsAndMailboxesOf = (
  emails: { campaignId: string; mailboxId: string }[],
): store.CampaignOrMailbox[] => [
  ...[...new Set(emails.map(({ campaignId }) => campaignId))]
    .sort()
    .map((id) => ({ kind: 'campaign' as const, id })),
  ...[...new Set(emails.map(({ mailboxId }) => mailboxId))]
    .sort()
    .map((id) => ({ kind: 'mailbox' as const, id })),
];

/** Pauses campaigns and mailboxes with too many recent bounces or complaints. */
export async function pauseIfTroubled(
  acting: ActorTransaction,
  targets: store.CampaignOrMailbox[],
  at: Date,
): Promise<void> {
  if (targets.length === 0) return;
  await lockInWorkspace(acting.tx, 'guard');
  for (const each of targets) {
    const verdict = pauseReasonOf(await store.selectRecentEmailCounts(acting.tx, each, at));
    if (verdict) await pauseByKind[each.kind](acting, each.id, verdict, at);
  }
}

const pauseByKind = {
  campaign: async (
    acting: ActorTransaction,
    campaignId: string,
    verdict: PauseReason,
    at: Date,
  ) => {
    const stored = { ...verdict, at: at.toISOString() };
    const name = await store.pauseCampaign(acting.tx, campaignId, stored);
    if (name === undefined) return;
    const data = { campaignId, name, ...verdict };
    emitEvents(acting, [{ type: 'campaign.paused', prospectId: null, data }]);
    recordAudit(acting, {
      action: 'campaign.status_changed',
      target: campaignId,
      detail: { status: 'paused', previousStatus: 'running', ...verdict },
    });
  },
  mailbox: async (acting: ActorTransaction, mailboxId: string, verdict: PauseReason) => {
    const { reason } = verdict;
    const detail = pauseReasonText(verdict);
    const address = await pauseMailbox(acting.tx, { mailboxId, reason, detail });
    if (address === undefined) return;
    const data = { mailboxId, address, reason, detail };
    emitEvents(acting, [{ type: 'mailbox.failing', prospectId: null, data }]);
    recordAudit(acting, {
      action: 'mailbox.edited',
      target: mailboxId,
      detail: { fields: ['paused'], ...verdict },
    });
  },
};
