import { forecastDays, type ManageResult } from '@outcrop/contract';
import { selectSequences } from '../core/campaigns/campaign-steps.sql.ts';
import {
  type CampaignSequence,
  isEmailStep,
  nextStep,
  waitBefore,
} from '../core/campaigns/step-rules.ts';
import { selectMailSettings } from '../core/mailboxes/mail-settings.sql.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import type { Tx } from '../platform/db/index.ts';
import { notFound } from '../platform/error.ts';
import {
  type SharingCampaign,
  selectForecastMailboxes,
  selectSharingCampaigns,
  selectWaitingPeople,
  type WaitingRow,
} from './forecast.sql.ts';
import { type ForecastCampaign, forecastCampaign } from './forecast-rules.ts';

/** Forecasts when the emails of a campaign leave, if it runs and no one replies. */
export async function getCampaignForecast({
  tx,
  caller,
  params: { campaignId },
}: ManageCall<'getCampaignForecast'>): Promise<ManageResult<'getCampaignForecast'>> {
  const at = new Date();
  const state = await readForecastState(tx, campaignId, at);
  if (!state) throw notFound('campaign', campaignId);
  const { bottleneck, days, ...result } = forecastCampaign(state, at);
  const slowest = state.mailboxes.find(
    ({ id, shared, ownerId }) => id === bottleneck && (shared || ownerId === caller.userId),
  );
  return {
    ...result,
    isRunning: state.status === 'running',
    days: days.slice(0, forecastDays),
    bottleneck: slowest ? { mailboxId: slowest.id, address: slowest.address } : null,
  };
}

const dayMs = 86_400_000;

/** Returns null if the campaign does not exist. */
export async function readForecastState(tx: Tx, campaignId: string, at: Date) {
  // Local days of other time zones end up to two days later.
  const since = new Date(at.getTime() - 2 * dayMs).toISOString().slice(0, 10);
  const [sharing, { holidays }] = await Promise.all([
    selectSharingCampaigns(tx, campaignId, since),
    selectMailSettings(tx),
  ]);
  const target = sharing.find(({ id }) => id === campaignId);
  if (!target) return null;
  const ids = sharing.map(({ id }) => id);
  const [waiting, sequences] = await Promise.all([
    selectWaitingPeople(tx, ids, at),
    selectSequences(tx, ids),
  ]);
  const mailboxIds = new Set([
    ...sharing.flatMap(({ lastFirstEmailByMailbox }) => Object.keys(lastFirstEmailByMailbox)),
    ...waiting.flatMap(({ mailboxId }) => mailboxId ?? []),
  ]);
  const waitingIn = Map.groupBy(waiting, (row) => row.campaignId);
  return {
    campaignId,
    status: target.status,
    holidays,
    mailboxes: await selectForecastMailboxes(tx, [...mailboxIds]),
    campaigns: sharing.map((campaign) =>
      forecastCampaignOf(campaign, sequences.get(campaign.id)!, waitingIn.get(campaign.id) ?? []),
    ),
  };
}

/** Prospects whose next email was removed wait for the email after it, or have finished. */
function forecastCampaignOf(
  campaign: SharingCampaign,
  { steps, removed }: CampaignSequence,
  waiting: WaitingRow[],
): ForecastCampaign {
  const emails = steps.filter(isEmailStep);
  return {
    ...campaign,
    waits: emails.map(({ id }) => waitBefore(steps, id)),
    waiting: waiting.flatMap(({ mailboxId, stepId, dueAt, people }) => {
      const next = nextStep(steps, removed, stepId, []);
      return next ? [{ mailboxId, email: emails.indexOf(next), dueAt, people }] : [];
    }),
  };
}
