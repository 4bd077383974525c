import type { EndRow, SentRow } from './numbers.sql.ts';

export interface Ends {
  sent: number;
  replied: number;
  unsubscribed: number;
  bounced: number;
}

const none = (): Ends => ({ sent: 0, replied: 0, unsubscribed: 0, bounced: 0 });

/** Adds up what was sent and how it ended, for each key of a row. */
function totals<Row extends object>(
  sent: SentRow[],
  ends: EndRow[],
  keyOf: (row: SentRow | EndRow) => Row,
): (Row & Ends)[] {
  const found = new Map<string, Row & Ends>();
  const at = (row: SentRow | EndRow): Row & Ends => {
    const key = keyOf(row);
    const id = JSON.stringify(key);
    const total = found.get(id) ?? { ...key, ...none() };
    found.set(id, total);
    return total;
  };
  for (const row of sent) at(row).sent += row.sent;
  for (const row of ends) at(row)[row.status] += row.people;
  return [...found.values()];
}

/** By email and version. */
export const byEmail = (sent: SentRow[], ends: EndRow[]) =>
  totals(
    sent.filter(({ by }) => by === 'email'),
    ends,
    ({ stepId, variantId }) => ({ stepId: stepId!, variantId }),
  );

export const byMailbox = (sent: SentRow[], ends: EndRow[]) =>
  totals(
    sent.filter(({ by }) => by === 'mailbox'),
    ends,
    ({ mailboxId }) => ({ mailboxId: mailboxId! }),
  );

/** The latest days, oldest first. */
export const byDay = (sent: SentRow[], most: number) =>
  sent
    .filter(({ by }) => by === 'day')
    .map((row) => ({ day: row.day!, sent: row.sent }))
    .sort((a, b) => a.day.localeCompare(b.day))
    .slice(-most);
