import { Temporal } from 'temporal-polyfill';
import type { StepWait } from '../campaigns/step-rules.ts';
import type { SendWindow } from '../mailboxes/mailbox-rows.sql.ts';

const saturday = 6;
const minutesPerHour = 60;
/** A clock change can skip a short window, so that a week has no opening. */
const spareWeeks = 5;

/** The local date, such as `2026-03-29`. */
export const localDay = (zone: string, at: Date): string =>
  toZonedTime(zone, at).toPlainDate().toString();

/** The first instant of a local date. */
export const startOfDay = (zone: string, day: string): Date =>
  toDate(Temporal.PlainDate.from(day).toZonedDateTime(zone));

/** The first instant of the next local date. */
export const startOfNextDay = (zone: string, at: Date): Date =>
  toDate(toZonedTime(zone, at).toPlainDate().add({ days: 1 }).toZonedDateTime(zone));

/**
 * The earliest instant from `at` on that is in a window and on no holiday; null if there is no
 * window. An hour that a clock change skips is never open, and one that it repeats is open twice.
 */
export function nextOpening(
  windows: SendWindow[],
  zone: string,
  holidays: string[],
  at: Date,
): Date | null {
  const now = toZonedTime(zone, at);
  const rules = { windows: windows.map(inMinutes), holidays: new Set(holidays) };
  if (isWindowOpen(rules, now)) return at;
  if (rules.windows.every(({ from, to, days }) => from >= to || days.length === 0)) return null;

  const mostDays = 7 * (rules.holidays.size + spareWeeks);
  let opening = Number.POSITIVE_INFINITY;
  // Starts on the day before, because a clock that goes back after midnight returns to that day.
  let day = now.toPlainDate().subtract({ days: 1 });
  for (let count = 0; count < mostDays; count++) {
    const isFound = Number.isFinite(opening);
    for (const candidate of possibleOpenings(rules.windows, day, zone))
      if (candidate.epochMilliseconds > at.getTime() && isWindowOpen(rules, candidate))
        opening = Math.min(opening, candidate.epochMilliseconds);
    if (isFound) return new Date(opening);
    day = day.add({ days: 1 });
  }
  return Number.isFinite(opening) ? new Date(opening) : null;
}

/** The times of a local day that are in a window, from an instant of that day on. */
export function openTimesOn(
  windows: SendWindow[],
  zone: string,
  at: Date,
): [from: number, to: number][] {
  const now = toZonedTime(zone, at);
  const midnight = now.toPlainDate().toPlainDateTime();
  const instant = (minutes: number) =>
    midnight.add({ minutes }).toZonedDateTime(zone).epochMilliseconds;
  return windows
    .map(inMinutes)
    .filter(({ from, to, days }) => from < to && days.includes(now.dayOfWeek))
    .map(({ from, to }): [number, number] => [Math.max(instant(from), at.getTime()), instant(to)])
    .filter(([from, to]) => from < to)
    .sort(([a], [b]) => a - b);
}

/**
 * The instant after a wait, at the same time of day: first the calendar days, then the working days,
 * which are Monday to Friday without holidays.
 */
export function addWait(
  { days, workingDays }: StepWait,
  zone: string,
  holidays: string[],
  at: Date,
): Date {
  if (days === 0 && workingDays === 0) return at;
  const start = toZonedTime(zone, at);
  let day = start.toPlainDate().add({ days });
  for (let left = workingDays; left > 0; ) {
    day = day.add({ days: 1 });
    if (day.dayOfWeek < saturday && !holidays.includes(day.toString())) left--;
  }
  return toDate(day.toZonedDateTime({ timeZone: zone, plainTime: start.toPlainTime() }));
}

interface MinuteWindow {
  days: number[];
  from: number;
  to: number;
}

interface OpenRules {
  windows: MinuteWindow[];
  holidays: Set<string>;
}

const toZonedTime = (zone: string, at: Date) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);

const toDate = ({ epochMilliseconds }: Temporal.ZonedDateTime) => new Date(epochMilliseconds);

const minutesOf = (time: string): number => {
  const [hours, minutes] = time.split(':');
  return Number(hours) * minutesPerHour + Number(minutes);
};

const inMinutes = ({ days, from, to }: SendWindow): MinuteWindow => ({
  days,
  from: minutesOf(from),
  to: minutesOf(to),
});

function isWindowOpen({ windows, holidays }: OpenRules, time: Temporal.ZonedDateTime): boolean {
  const minute = time.hour * minutesPerHour + time.minute;
  const isInWindow = windows.some(
    ({ days, from, to }) => from <= minute && minute < to && days.includes(time.dayOfWeek),
  );
  return isInWindow && (holidays.size === 0 || !holidays.has(time.toPlainDate().toString()));
}

/** A window opens at its start, or when the clock jumps into it. */
function* possibleOpenings(
  windows: MinuteWindow[],
  day: Temporal.PlainDate,
  timeZone: string,
): Generator<Temporal.ZonedDateTime> {
  for (const { days, from, to } of windows) {
    if (from >= to || !days.includes(day.dayOfWeek)) continue;
    const start = day.toPlainDateTime(
      new Temporal.PlainTime(Math.floor(from / minutesPerHour), from % minutesPerHour),
    );
    for (const disambiguation of ['earlier', 'later'] as const)
      yield start.toZonedDateTime(timeZone, { disambiguation });
  }
  const end = day.add({ days: 1 }).toZonedDateTime(timeZone);
  const start = day.toZonedDateTime(timeZone).subtract({ nanoseconds: 1 });
  if (start.offsetNanoseconds === end.offsetNanoseconds) return;
  for (
    let change = start.getTimeZoneTransition('next');
    change && Temporal.ZonedDateTime.compare(change, end) <= 0;
    change = change.getTimeZoneTransition('next')
  )
    yield change;
}
