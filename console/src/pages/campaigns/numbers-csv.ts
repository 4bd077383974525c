import type { ManageData } from '@outcrop/contract';
import { type Campaign, privateMailbox, stepName, versionText } from './campaign-labels.ts';
import { intervalOf } from './rates.ts';

type Data = ManageData<'getCampaignNumbers'>;
type Counts = Omit<Data['days'][number], 'day'>;

const header = [
  ...['By', 'Name', 'Sent', 'Replied', 'Automatic replies', 'Unsubscribed', 'Bounced'],
  ...['Reply rate', 'At least', 'At most'],
];

/** A cell that spreadsheets do not take for a formula. */
const cellOf = (value: string | number): string =>
  `"${String(value)
    .replace(/^[=+@-]/, "'$&")
    .replaceAll('"', '""')}"`;

const rateOf = ({ sent, replied }: Counts): string[] => {
  if (sent === 0) return ['', '', ''];
  const { low, high } = intervalOf(replied, sent);
  return [replied / sent, low, high].map((rate) => rate.toFixed(4));
};

function rowOf(by: string, name: string, counts: Counts): (string | number)[] {
  const { sent, replied, autoReplied, unsubscribed, bounced } = counts;
  const rates = by === 'Day' ? ['', '', ''] : rateOf(counts);
  return [by, name, sent, replied, autoReplied, unsubscribed, bounced, ...rates];
}

/** The numbers of a campaign as a CSV file. */
export function csvOf(campaign: Campaign, { emails, mailboxes, days }: Data): Blob {
  const rows = [
    header,
    ...emails.map((row) =>
      rowOf('Email', `${stepName(campaign, row.stepId)}${versionText(campaign, row)}`, row),
    ),
    ...mailboxes.map((row) => rowOf('Mailbox', row.address || privateMailbox, row)),
    ...days.map((row) => rowOf('Day', row.day, row)),
  ];
  const lines = rows.map((row) => `${row.map(cellOf).join(',')}\r\n`);
  return new Blob(['\uFEFF', ...lines], { type: 'text/csv' });
}
