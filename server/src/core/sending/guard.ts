import type { ActorTransaction } from '../../platform/caller.ts';
import { lockInWorkspace, type Tx } from '../../platform/db/index.ts';
import { record } from '../audit/record.ts';
import { emit } from '../events/emit.ts';
import { pauseMailbox } from '../mailboxes/health.sql.ts';
import * as store from './guard.sql.ts';
import { type Verdict, verdictOf, verdictText } from './guard-rules.ts';

/**
 * Records what came back of emails, and pauses their campaigns and mailboxes if that is too much. Call
 * it last: it waits for other transactions of the workspace that do the same, so that each counts what
 * the others recorded.
 */
export async function recordTrouble(
  acting: ActorTransaction,
  troubled: store.Troubled[],
  at: Date,
): Promise<void> {
  if (troubled.length === 0) return;
  const emails = await store.markTrouble(acting.tx, troubled);
  await judge(acting, concernedBy(emails), at);
}

/** What is to be judged after an accepted email: earlier bounces may be too many now. */
export async function judgedWith(
  tx: Tx,
  email: { campaignId: string; mailboxId: string },
): Promise<store.Guarded[]> {
  const guarded = concernedBy([email]);
  const isEarly = await Promise.all(guarded.map((each) => store.isEarlyTrouble(tx, each)));
  return guarded.filter((_, index) => isEarly[index]);
}

/** Campaigns first, as wherever both are locked. */
const concernedBy = (emails: { campaignId: string; mailboxId: string }[]): store.Guarded[] => [
  ...[...new Set(emails.map(({ campaignId }) => campaignId))]
    .sort()
    .map((id) => ({ kind: 'campaign' as const, id })),
  ...[...new Set(emails.map(({ mailboxId }) => mailboxId))]
    .sort()
    .map((id) => ({ kind: 'mailbox' as const, id })),
];

/** Pauses those whose recent emails came back too often. */
export async function judge(
  acting: ActorTransaction,
  guarded: store.Guarded[],
  at: Date,
): Promise<void> {
  if (guarded.length === 0) return;
  await lockInWorkspace(acting.tx, 'guard');
  for (const each of guarded) {
    const verdict = verdictOf(await store.selectRecent(acting.tx, each, at));
    if (verdict) await pause[each.kind](acting, each.id, verdict, at);
  }
}

const pause = {
  campaign: async (acting: ActorTransaction, campaignId: string, verdict: Verdict, at: Date) => {
    const stored = { ...verdict, at: at.toISOString() };
    const name = await store.pauseCampaign(acting.tx, campaignId, stored);
    if (name === undefined) return;
    const data = { campaignId, name, ...verdict };
    emit(acting, [{ type: 'campaign.paused', prospectId: null, data }]);
    record(acting, {
      action: 'campaign.status_changed',
      target: campaignId,
      detail: { status: 'paused', previousStatus: 'running', ...verdict },
    });
  },
  mailbox: async (acting: ActorTransaction, mailboxId: string, verdict: Verdict) => {
    const { reason } = verdict;
    const detail = verdictText(verdict);
    const address = await pauseMailbox(acting.tx, { mailboxId, reason, detail });
    if (address === undefined) return;
    const data = { mailboxId, address, reason, detail };
    emit(acting, [{ type: 'mailbox.failing', prospectId: null, data }]);
    record(acting, {
      action: 'mailbox.edited',
      target: mailboxId,
      detail: { fields: ['paused'], ...verdict },
    });
  },
};
