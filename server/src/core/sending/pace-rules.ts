import type { MailboxPace, MailboxStatus } from '../mailboxes/mailbox-rows.sql.ts';
import { localDay, nextOpening, startOfDay, startOfNextDay } from './send-time-rules.ts';

/** Why a mailbox does not send now. */
export type NoPaceReason =
  | 'removed'
  | 'paused'
  | 'needs_attention'
  | 'resting'
  | 'no_window'
  | 'outside_window'
  | 'daily_limit'
  | 'gap';

/** The counted day, and the emails of that day. */
export interface CountedDay {
  day: string;
  dayBegan: Date;
  sentToday: number;
  rampDays: number;
}

export type CurrentPace =
  | ({ canSend: true; limit: number } & CountedDay)
  /** Without `until`, it waits for a change of the mailbox. */
  | { canSend: false; why: NoPaceReason; until: Date | null };

type PacedMailbox = MailboxPace & { status: MailboxStatus };

/** Two counted days begin at least this far apart, also when the time zone is changed. */
const minDayMs = 20 * 3_600_000;

/** Whether a mailbox may send now by its status, windows, gap and limit, and if not, when. */
export function currentPaceOf(mailbox: PacedMailbox, holidays: string[], at: Date): CurrentPace {
  const { status, restUntil, freeAt, windows, zone } = mailbox;
  if (status === 'removed' || status === 'paused' || status === 'needs_attention')
    return { canSend: false, why: status, until: null };
  const openFrom = (time: Date) => nextOpening(windows, zone, holidays, time);
  const notBefore = (why: NoPaceReason, time: Date): CurrentPace => {
    const until = openFrom(time);
    return until ? { canSend: false, why, until } : { canSend: false, why: 'no_window', until };
  };
  if (status === 'resting' && restUntil && restUntil > at) return notBefore('resting', restUntil);

  const opening = openFrom(at);
  if (!opening) return { canSend: false, why: 'no_window', until: null };
  if (opening > at) return { canSend: false, why: 'outside_window', until: opening };
  const counted = countedDay(mailbox, at);
  const limit = dailyLimitOf(mailbox, counted.rampDays);
  if (counted.sentToday >= limit) return notBefore('daily_limit', nextDay(counted, zone, at));
  if (freeAt && freeAt > at) return notBefore('gap', freeAt);
  return { canSend: true, limit, ...counted };
}

/** The daily limit after `rampDays` days of sending. */
export const dailyLimitOf = (
  { dailyLimit, rampStart, rampStep }: Pick<MailboxPace, 'dailyLimit' | 'rampStart' | 'rampStep'>,
  rampDays: number,
): number =>
  rampStart === null ? dailyLimit : Math.min(dailyLimit, rampStart + (rampStep ?? 0) * rampDays);

/** A new day starts if the local date has changed and 20 hours have passed. */
export function countedDay(
  { zone, day, dayBegan, sentToday, rampDays }: PacedMailbox,
  at: Date,
): CountedDay {
  const today = localDay(zone, at);
  if (day === null || dayBegan === null)
    return { day: today, dayBegan: startOfDay(zone, today), sentToday: 0, rampDays };
  const earliest = dayBegan.getTime() + minDayMs;
  if (today === day || at.getTime() < earliest) return { day, dayBegan, sentToday, rampDays };
  const began = Math.max(startOfDay(zone, today).getTime(), earliest);
  return {
    day: today,
    dayBegan: new Date(began),
    sentToday: 0,
    rampDays: rampDays + (sentToday > 0 ? 1 : 0),
  };
}

/** When the next counted day can start. */
function nextDay({ day, dayBegan }: CountedDay, zone: string, at: Date): Date {
  const earliest = new Date(Math.max(at.getTime(), dayBegan.getTime() + minDayMs));
  return localDay(zone, earliest) === day ? startOfNextDay(zone, earliest) : earliest;
}

const inboxReadMs = 5 * 60_000;

/** Whether the inbox was read recently, so that an earlier reply is known. Follow-ups need this. */
export const wasInboxRead = ({ syncedAt }: { syncedAt: Date | null }, at: Date): boolean =>
  syncedAt !== null && at.getTime() - syncedAt.getTime() <= inboxReadMs;
