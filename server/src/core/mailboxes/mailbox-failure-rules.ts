import type { MailboxRow } from './mailbox-rows.sql.ts';

const minuteMs = 60_000;

/**
 * How long a mailbox has been failing. The time after a rest in which it tried nothing does not count:
 * a night, a weekend, or a gap.
 */
export function failingMinutes(
  { status, failingSince, restUntil }: Pick<MailboxRow, 'status' | 'failingSince' | 'restUntil'>,
  at: Date,
): number {
  if (failingSince === null) return 0;
  const until = status === 'resting' && restUntil && restUntil < at ? restUntil : at;
  return (until.getTime() - failingSince.getTime()) / minuteMs;
}
