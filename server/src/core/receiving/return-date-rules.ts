import { normalForm } from '@outcrop/contract/identity';
import { Temporal } from 'temporal-polyfill';
import type { PhrasePatterns } from './phrase-patterns.ts';

const maxDays = 100;
const maxText = 8_192;

interface FoundDate {
  date: Temporal.PlainDate;
  index: number;
  end: number;
}

/** The first day after an absence, or null. `today` is the day of the message. */
export function returnDateIn(text: string, today: string, phrases: PhrasePatterns): string | null {
  const bounded = normalForm(text.slice(0, maxText));
  const dates = datesIn(bounded, Temporal.PlainDate.from(today), phrases);
  let until: Temporal.PlainDate | null = null;
  for (const [at, { date, index, end }] of dates.entries()) {
    const start = Math.max(dates[at - 1]?.end ?? 0, index - 60);
    const left = bounded.slice(start, index);
    const right = bounded.slice(end, end + 60);
    if (phrases.untilAfter.test(right)) until = laterDate(until, date.add({ days: 1 }));
    else if (phrases.backBefore.test(left) || phrases.backAfter.test(right)) return date.toString();
    else if (phrases.untilInclusiveBefore.test(left))
      until = laterDate(until, date.add({ days: 1 }));
    else if (phrases.rangeBefore.test(bounded.slice(Math.max(0, index - 24), index)))
      until = laterDate(until, date.add({ days: 1 }));
    else if (phrases.untilBefore.test(left)) until = laterDate(until, date);
  }
  return until?.toString() ?? null;
}

const laterDate = (a: Temporal.PlainDate | null, b: Temporal.PlainDate) =>
  a !== null && Temporal.PlainDate.compare(a, b) > 0 ? a : b;

function datesIn(
  text: string,
  today: Temporal.PlainDate,
  { date: pattern, months }: PhrasePatterns,
): FoundDate[] {
  const dates: FoundDate[] = [];
  for (const match of text.matchAll(pattern)) {
    const date = toDate(match.groups!, today, months);
    if (date) dates.push({ date, index: match.index, end: match.index + match[0].length });
    if (dates.length >= 20) break;
  }
  return dates;
}

type DateGroups = Record<string, string | undefined>;

function toDate(
  groups: DateGroups,
  today: Temporal.PlainDate,
  months: ReadonlyMap<string, number>,
): Temporal.PlainDate | null {
  const monthOf = (name: string) => months.get(normalForm(name.toLowerCase())) ?? 0;
  const {
    iso,
    isoMonth,
    isoDay,
    jaYear,
    jaMonth,
    jaDay,
    viDay,
    viMonth,
    day,
    month,
    year,
    monthFirst,
    dayAfter,
    yearAfter,
  } = groups;
  if (iso) return nearFutureDate(Number(iso), Number(isoMonth), Number(isoDay), today);
  if (jaDay)
    return nearFutureDate(jaYear ? Number(jaYear) : null, Number(jaMonth), Number(jaDay), today);
  if (viDay) return nearFutureDate(null, Number(viMonth), Number(viDay), today);
  if (day) return nearFutureDate(year ? Number(year) : null, monthOf(month!), Number(day), today);
  if (dayAfter)
    return nearFutureDate(
      yearAfter ? Number(yearAfter) : null,
      monthOf(monthFirst!),
      Number(dayAfter),
      today,
    );
  return numericDate(groups, today);
}

/** The day comes first, unless only "month/day" is valid, as in 11/30. Of two valid dates, the nearer counts. */
function numericDate(
  { a, b, c, separator }: DateGroups,
  today: Temporal.PlainDate,
): Temporal.PlainDate | null {
  const year = c === undefined ? null : Number(c) + (c.length === 2 ? 2_000 : 0);
  const dayFirst = nearFutureDate(year, Number(b), Number(a), today);
  if (separator !== '/') return dayFirst;
  const monthFirst = nearFutureDate(year, Number(a), Number(b), today);
  if (dayFirst === null || monthFirst === null) return dayFirst ?? monthFirst;
  return Temporal.PlainDate.compare(monthFirst, dayFirst) < 0 ? monthFirst : dayFirst;
}

/** Without a year, the next such day. Null for days in the past or too far ahead. */
function nearFutureDate(
  year: number | null,
  month: number,
  day: number,
  today: Temporal.PlainDate,
): Temporal.PlainDate | null {
  for (const tried of year === null ? [today.year, today.year + 1] : [year]) {
    const date = validDate(tried, month, day);
    const days = date === null ? -1 : today.until(date).total('days');
    if (days >= 0 && days <= maxDays) return date;
  }
  return null;
}

function validDate(year: number, month: number, day: number): Temporal.PlainDate | null {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' });
  } catch {
    return null;
  }
}
