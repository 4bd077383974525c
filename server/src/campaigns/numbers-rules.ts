import type { ManageResult } from '@outcrop/contract';
import type { NumbersRow, Results } from './numbers.sql.ts';

const resultsOf = ({ sent, replied, autoReplied, unsubscribed, bounced }: Results): Results => ({
  ...{ sent, replied, autoReplied, unsubscribed, bounced },
});

/** Sorted rows by what they are about, with the latest days. */
export const numbersOf = (
  rows: NumbersRow[],
  mostDays: number,
): ManageResult<'getCampaignNumbers'> => ({
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
