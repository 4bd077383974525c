import type { SendWindow } from '../../src/core/mailboxes/mailbox-rows.sql.ts';

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

/** By zone and UTC day: the offset, or null if it changes on that day. */
const dayOffsets = new Map<string, Map<number, number | null>>();

/** Asks Intl for every minute of a day only if the clock changes on it. */
function offsetInDay(zone: string, ms: number): number {
  const day = Math.floor(ms / dayMs);
  const known = dayOffsets.get(zone) ?? new Map<number, number | null>();
  dayOffsets.set(zone, known);
  let offset = known.get(day);
  if (offset === undefined) {
    const [start, end] = [offsetAt(zone, day * dayMs), offsetAt(zone, (day + 1) * dayMs)];
    offset = start === end ? start : null;
    known.set(day, offset);
  }
  return offset ?? offsetAt(zone, ms);
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** The local date, weekday from 1 (Monday), and minute of the day. */
export function localMinute(zone: string, ms: number) {
  const offset = offsetInDay(zone, Math.floor(ms / minuteMs) * minuteMs);
  const minutes = Math.floor(ms / minuteMs) + offset;
  const day = Math.floor(minutes / 1_440);
  return {
    day: () => new Date(day * dayMs).toISOString().slice(0, 10),
    // 1 January 1970 was a Thursday.
    weekday: ((((day + 3) % 7) + 7) % 7) + 1,
    minute: minutes - day * 1_440,
  };
}

interface MinuteWindow {
  days: number[];
  from: number;
  to: number;
}

const parsedWindows = new WeakMap<SendWindow[], MinuteWindow[]>();

function inMinutes(windows: SendWindow[]): MinuteWindow[] {
  let parsed = parsedWindows.get(windows);
  if (!parsed) {
    parsed = windows.map(({ days, from, to }) => ({
      ...{ days, from: minutesOf(from), to: minutesOf(to) },
    }));
    parsedWindows.set(windows, parsed);
  }
  return parsed;
}

function isOpen(windows: MinuteWindow[], zone: string, holidays: string[], ms: number): boolean {
  const { day, weekday, minute } = localMinute(zone, ms);
  const isInWindow = windows.some(
    ({ days, from, to }) => from <= minute && minute < to && days.includes(weekday),
  );
  return isInWindow && !holidays.includes(day());
}

export const naiveIsOpen = (windows: SendWindow[], zone: string, ms: number): boolean =>
  isOpen(inMinutes(windows), zone, [], ms);

/** Checks every minute, one after the other. The offset of the zone must have no seconds. */
export function naiveOpening(
  windows: SendWindow[],
  zone: string,
  holidays: string[],
  at: Date,
): Date | null {
  const parsed = inMinutes(windows);
  if (parsed.every(({ from, to }) => from >= to)) return null;
  const start = at.getTime();
  for (let ms = start; ms < start + searchedDays * dayMs; ms += minuteMs)
    if (isOpen(parsed, zone, holidays, ms)) return new Date(ms);
  return null;
}
