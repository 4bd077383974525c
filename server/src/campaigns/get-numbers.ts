import { type ManageResult, numbersDays } from '@outcrop/contract';
import type { ManageCall } from '../core/sign-in/call.ts';
import { notFound } from '../platform/error.ts';
import {
  type CampaignNumbers,
  type EmailResults,
  selectCampaignNumbers,
  selectDailyNumbers,
} from './campaign-numbers.sql.ts';
import { selectCampaign } from './campaigns.sql.ts';

/** Returns the results of a campaign's emails. */
export async function getCampaignNumbers({
  tx,
  caller,
  params: { campaignId },
}: ManageCall<'getCampaignNumbers'>): Promise<ManageResult<'getCampaignNumbers'>> {
  const [campaign, rows] = await Promise.all([
    selectCampaign(tx, campaignId),
    selectCampaignNumbers(tx, campaignId, caller.userId),
  ]);
  if (!campaign) throw notFound('campaign', campaignId);
  return numbersOf(rows, numbersDays);
}

const dayMs = 86_400_000;

/** Returns the results of all campaigns on each of the last days. */
export async function getNumbers({
  tx,
}: ManageCall<'getNumbers'>): Promise<ManageResult<'getNumbers'>> {
  const now = Date.now();
  const days = Array.from({ length: numbersDays }, (_, ago) =>
    new Date(now - ago * dayMs).toISOString().slice(0, 10),
  );
  return { days: await selectDailyNumbers(tx, days) };
}

const resultsOf = ({
  sent,
  replied,
  autoReplied,
  unsubscribed,
  bounced,
}: EmailResults): EmailResults => ({
  ...{ sent, replied, autoReplied, unsubscribed, bounced },
});

/** Groups the sorted rows by kind and keeps the latest days. */
const numbersOf = (
  rows: CampaignNumbers[],
  maxDays: number,
): ManageResult<'getCampaignNumbers'> => ({
  emails: rows.flatMap((row) =>
    row.kind === 'email'
      ? [{ stepId: row.stepId, variantId: row.variantId, ...resultsOf(row) }]
      : [],
  ),
  mailboxes: rows.flatMap((row) =>
    row.kind === 'mailbox'
      ? [{ mailboxId: row.mailboxId, address: row.address ?? '', ...resultsOf(row) }]
      : [],
  ),
  days: rows
    .flatMap((row) => (row.kind === 'day' ? [{ day: row.day, ...resultsOf(row) }] : []))
    .slice(-maxDays),
});
