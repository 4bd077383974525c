/** A bounce or a complaint about an email. */
export type EmailTrouble = 'bounced' | 'complained';

/** The recent emails of a mailbox or campaign, with their bounces and complaints. */
export interface RecentEmailCounts {
  emails: number;
  bounced: number;
  complained: number;
}

/** Why the guard pauses a mailbox or campaign. */
export interface PauseReason {
  reason: 'bounces' | 'complaints';
  emails: number;
  /** How many of them bounced or were reported. */
  count: number;
}

/** The reason of a campaign's pause, as it is stored. */
export interface StoredPause extends PauseReason {
  at: string;
}

/** With fewer emails, a rate of bounces means little. */
export const minGuardedEmails = 50;
const maxBouncesPerThousand = 50;
const maxComplaintsPerThousand = 1;

/** Older emails count only if there are fewer than `minGuardedEmails` newer ones. */
export const recentEmailsMs = 7 * 24 * 3_600_000;

/** Null if it may go on. Compares whole numbers, so that exactly 5% and 0.1% are too much. */
export function pauseReasonOf({
  emails,
  bounced,
  complained,
}: RecentEmailCounts): PauseReason | null {
  if (emails < minGuardedEmails) return null;
  const isTooMany = (count: number, perThousand: number) => count * 1_000 >= emails * perThousand;
  if (isTooMany(complained, maxComplaintsPerThousand))
    return { reason: 'complaints', emails, count: complained };
  if (isTooMany(bounced, maxBouncesPerThousand))
    return { reason: 'bounces', emails, count: bounced };
  return null;
}

/** Whether the guard paused a mailbox with this reason. */
export const isPauseReason = (reason: string | null): boolean =>
  reason === 'bounces' || reason === 'complaints';

/** "4 of the last 80 emails bounced (5%)." */
export function pauseReasonText({ reason, emails, count }: PauseReason): string {
  const percent = Math.round((count / emails) * 10_000) / 100;
  const what =
    reason === 'bounces' ? 'bounced' : `${count === 1 ? 'was' : 'were'} reported as spam`;
  return `${count} of the last ${emails} emails ${what} (${percent}%).`;
}
