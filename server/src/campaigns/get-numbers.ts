import { type ManageResult, numbersDays } from '@outcrop/contract';
import type { ManageCall } from '../core/sign-in/call.ts';
import { notFound } from '../platform/error.ts';
import { selectCampaign } from './campaigns.sql.ts';
import {
  type NumbersRow,
  type Results,
  selectNumbers,
  selectNumbersOfDays,
} from './numbers.sql.ts';

/** Emails of a campaign, and what came of them. */
export async function getCampaignNumbers({
  tx,
  caller,
  params: { campaignId },
}: ManageCall<'getCampaignNumbers'>): Promise<ManageResult<'getCampaignNumbers'>> {
  const [campaign, rows] = await Promise.all([
    selectCampaign(tx, campaignId),
    selectNumbers(tx, campaignId, caller.userId),
  ]);
  if (!campaign) throw notFound('campaign', campaignId);
  return numbersOf(rows, numbersDays);
}

const dayMs = 86_400_000;

/** Emails of all campaigns on each of the last days. */
export async function getNumbers({
  tx,
}: ManageCall<'getNumbers'>): Promise<ManageResult<'getNumbers'>> {
  const now = Date.now();
  const days = Array.from({ length: numbersDays }, (_, ago) =>
    new Date(now - ago * dayMs).toISOString().slice(0, 10),
  );
  return { days: await selectNumbersOfDays(tx, days) };
}

const resultsOf = ({ sent, replied, autoReplied, unsubscribed, bounced }: Results): Results => ({
  ...{ sent, replied, autoReplied, unsubscribed, bounced },
});

/** Sorted rows by what they are about, with the latest days. */
const numbersOf = (rows: NumbersRow[], mostDays: number): ManageResult<'getCampaignNumbers'> => ({
  emails: rows.flatMap((row) =>
    row.by === 'email' ? [{ stepId: row.stepId, variantId: row.variantId, ...resultsOf(row) }] : [],
  ),
  mailboxes: rows.flatMap((row) =>
    row.by === 'mailbox'
      ? [{ mailboxId: row.mailboxId, address: row.address ?? '', ...resultsOf(row) }]
      : [],
  ),
  days: rows
    .flatMap((row) => (row.by === 'day' ? [{ day: row.day, ...resultsOf(row) }] : []))
    .slice(-mostDays),
});
