import type { SendWindow } from '../../src/core/mailboxes/mailboxes.sql.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const searchedDays = 40;

const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();

/** Minutes that a zone is ahead of UTC, by Intl. */
function offsetAt(zone: string, ms: number): number {
  const key = `${zone} ${ms}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
    formats.set(zone, format);
  }
  const parts = Object.fromEntries(
    format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]),
  );
  const local = Date.UTC(
    parts['year']!,
    parts['month']! - 1,
    parts['day'],
    parts['hour'],
    parts['minute'],
  );
  const offset = (local - ms) / minuteMs;
  offsets.set(key, offset);
  return offset;
}

/** Asks for every minute of a day only if the clock changes on it. */
function offsetInDay(zone: string, ms: number): number {
  const start = Math.floor(ms / dayMs) * dayMs;
  const atStart = offsetAt(zone, start);
  return atStart === offsetAt(zone, start + dayMs) ? atStart : offsetAt(zone, ms);
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** The local date, weekday from 1 (Monday), and minute of the day. */
export function localMinute(zone: string, ms: number) {
  const local = new Date(ms + offsetInDay(zone, Math.floor(ms / minuteMs) * minuteMs) * minuteMs);
  return {
    day: local.toISOString().slice(0, 10),
    weekday: local.getUTCDay() || 7,
    minute: local.getUTCHours() * 60 + local.getUTCMinutes(),
  };
}

export function naiveIsOpen(
  windows: SendWindow[],
  zone: string,
  holidays: string[],
  ms: number,
): boolean {
  const { day, weekday, minute } = localMinute(zone, ms);
  const isInWindow = windows.some(
    ({ days, from, to }) =>
      minutesOf(from) <= minute && minute < minutesOf(to) && days.includes(weekday),
  );
  return isInWindow && !holidays.includes(day);
}

/** Looks at every minute, one after the other. For zones whose offset has no seconds. */
export function naiveOpening(
  windows: SendWindow[],
  zone: string,
  holidays: string[],
  at: Date,
): Date | null {
  if (windows.every(({ from, to }) => minutesOf(from) >= minutesOf(to))) return null;
  const start = at.getTime();
  for (let ms = start; ms < start + searchedDays * dayMs; ms += minuteMs)
    if (naiveIsOpen(windows, zone, holidays, ms)) return new Date(ms);
  return null;
}
