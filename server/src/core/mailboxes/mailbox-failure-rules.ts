import type { MailboxRow } from './mailbox-rows.sql.ts';

const minuteMs = 60_000;

/**
 * How long a mailbox has been failing. After a rest, idle time such as a night or a weekend does not
 * count.
 */
export function failingMinutes(
  { status, failingSince, restUntil }: Pick<MailboxRow, 'status' | 'failingSince' | 'restUntil'>,
  at: Date,
): number {
  if (failingSince === null) return 0;
  const until = status === 'resting' && restUntil && restUntil < at ? restUntil : at;
  return (until.getTime() - failingSince.getTime()) / minuteMs;
}
