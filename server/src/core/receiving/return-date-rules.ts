import { normalForm } from '@outcrop/contract/identity';
import { Temporal } from 'temporal-polyfill';
import { languages } from './language-rules.ts';

const maxDays = 100;
const maxText = 8_192;

/** Their months are numbers. */
const unnamed = new Set(['ja', 'zh', 'ko', 'vi']);
/** Month names of all languages, as they stand beside a day. */
const months = monthNames();
const monthPattern = [...months.keys()]
  .sort((a, b) => b.length - a.length)
  .map(escapePattern)
  .join('|');
const datePattern = new RegExp(
  [
    String.raw`(?<iso>\d{4})[-/.](?<isoMonth>\d{1,2})[-/.](?<isoDay>\d{1,2})(?!\d)`,
    String.raw`(?:(?<jaYear>\d{4})\s?[年년]\s?)?(?<jaMonth>\d{1,2})\s?[月월]\s?(?<jaDay>\d{1,2})\s?[日일号號]`,
    String.raw`(?<!\d)(?<viDay>\d{1,2})\s+tháng\s+(?<viMonth>\d{1,2})(?!\d)`,
    String.raw`(?<!\d)(?<day>\d{1,2})(?:st|nd|rd|th|er|º|°|\.)?(?:\s+(?:of|de|del|den|d['’]))?\s*[ ./-]?\s*(?<month>${monthPattern})\.?(?![\p{L}])(?:\s*(?:,|de|del|[ ./-])\s*(?<year>20\d\d)(?!\d))?`,
    String.raw`(?<![\p{L}])(?<monthFirst>${monthPattern})\.?\s+(?<dayAfter>\d{1,2})(?:st|nd|rd|th)?(?!\d)(?:\s*,?\s*(?<yearAfter>20\d\d)(?!\d))?`,
    String.raw`(?<![\d./-])(?<a>\d{1,2})(?<separator>[./-])\s?(?<b>\d{1,2})(?:\k<separator>\s?(?<c>20\d\d|\d\d)(?!\d))?(?![\d/-])`,
  ].join('|'),
  'giu',
);

const weekdays = String.raw`(?:\p{L}{2,12}\.?,?\s+)?`;
const all = (pick: 'backBefore' | 'backAfter' | 'untilInclusive' | 'until') =>
  languages
    .filter(({ [pick]: rows }) => rows.length > 0)
    .map(({ isUnspaced, [pick]: rows }) =>
      isUnspaced || pick === 'backAfter'
        ? `(?:${rows.join('|')})`
        : `${startOfWord}(?:${rows.join('|')})${endOfWord}`,
    )
    .join('|');
const startOfWord = String.raw`(?<![\p{L}])`;
const endOfWord = String.raw`(?:(?<=\s)|(?![\p{L}]))`;
const articles = String.raw`(?:(?:the|den|dem|le|el|il|o|dia|dnia|dne)\s+)?`;
const before = (pick: 'backBefore' | 'untilInclusive' | 'until') =>
  new RegExp(String.raw`(?:${all(pick)})[\s:：,]*${articles}${weekdays}${articles}$`, 'iu');
const backBefore = before('backBefore');
const untilInclusiveBefore = before('untilInclusive');
const untilBefore = before('until');
const backAfter = new RegExp(String.raw`^[\s,)]*${weekdays}(?:${all('backAfter')})`, 'iu');
/** Finnish, Hungarian, Turkish, Japanese, Korean and others put it behind the date. */
const untilAfter =
  /^\.?\s*(?:saakka|asti|-?ig(?![\p{L}])|까지|включительно|včetně|włącznie|vključno|imenitud|ieskaitot|(?:['’]?(?:ye|ya|e|a|ne|na))?\s*(?:tarihine\s*)?(?:kadar|dek)|(?:[(（][^)）]{1,3}[)）])?\s*まで|inclusive|included|inclus|einschließlich|inkl)/iu;
const rangeBefore = new RegExp(
  String.raw`(?:\d|(?<![\p{L}])(?:${monthPattern}))\.?\s*(?:[-–—~〜～]|\sto\s)\s*$`,
  'iu',
);

interface FoundDate {
  date: Temporal.PlainDate;
  index: number;
  end: number;
}

/** The day from which a person is back, or null. `today` is the day of the message. */
export function returnDateIn(text: string, today: string): string | null {
  const bounded = normalForm(text.slice(0, maxText));
  const dates = datesIn(bounded, Temporal.PlainDate.from(today));
  let until: Temporal.PlainDate | null = null;
  for (const [at, { date, index, end }] of dates.entries()) {
    const start = Math.max(dates[at - 1]?.end ?? 0, index - 60);
    const left = bounded.slice(start, index);
    const right = bounded.slice(end, end + 60);
    if (untilAfter.test(right)) until = later(until, date.add({ days: 1 }));
    else if (backBefore.test(left) || backAfter.test(right)) return date.toString();
    else if (untilInclusiveBefore.test(left)) until = later(until, date.add({ days: 1 }));
    else if (rangeBefore.test(bounded.slice(Math.max(0, index - 24), index)))
      until = later(until, date.add({ days: 1 }));
    else if (untilBefore.test(left)) until = later(until, date);
  }
  return until?.toString() ?? null;
}

const later = (a: Temporal.PlainDate | null, b: Temporal.PlainDate) =>
  a !== null && Temporal.PlainDate.compare(a, b) > 0 ? a : b;

function datesIn(text: string, today: Temporal.PlainDate): FoundDate[] {
  const found: FoundDate[] = [];
  for (const match of text.matchAll(datePattern)) {
    const date = toDate(match.groups!, today);
    if (date) found.push({ date, index: match.index, end: match.index + match[0].length });
    if (found.length >= 20) break;
  }
  return found;
}

type Groups = Record<string, string | undefined>;

function toDate(groups: Groups, today: Temporal.PlainDate): Temporal.PlainDate | null {
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
  if (iso) return future(Number(iso), Number(isoMonth), Number(isoDay), today);
  if (jaDay) return future(jaYear ? Number(jaYear) : null, Number(jaMonth), Number(jaDay), today);
  if (viDay) return future(null, Number(viMonth), Number(viDay), today);
  if (day) return future(year ? Number(year) : null, monthOf(month!), Number(day), today);
  if (dayAfter)
    return future(
      yearAfter ? Number(yearAfter) : null,
      monthOf(monthFirst!),
      Number(dayAfter),
      today,
    );
  return numeric(groups, today);
}

/** Day first, except that 11/30 can only be the month first. Of two possible dates, the nearer. */
function numeric(
  { a, b, c, separator }: Groups,
  today: Temporal.PlainDate,
): Temporal.PlainDate | null {
  const year = c === undefined ? null : Number(c) + (c.length === 2 ? 2_000 : 0);
  const dayFirst = future(year, Number(b), Number(a), today);
  if (separator !== '/') return dayFirst;
  const monthFirst = future(year, Number(a), Number(b), today);
  if (dayFirst === null || monthFirst === null) return dayFirst ?? monthFirst;
  return Temporal.PlainDate.compare(monthFirst, dayFirst) < 0 ? monthFirst : dayFirst;
}

/** Without a year, the next such day. Null for days in the past or too far ahead. */
function future(
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

const monthOf = (name: string) => months.get(normalForm(name.toLowerCase())) ?? 0;

function monthNames(): Map<string, number> {
  const names = new Map<string, number>();
  for (const { locale } of languages.filter((language) => !unnamed.has(language.locale)))
    for (const style of ['long', 'short'] as const)
      for (const withDay of [true, false])
        for (let month = 1; month <= 12; month++) {
          const options = {
            month: style,
            timeZone: 'UTC',
            ...(withDay && { day: 'numeric' as const }),
          };
          const parts = new Intl.DateTimeFormat(locale, options).formatToParts(
            Date.UTC(2026, month - 1, 15),
          );
          const name = parts
            .find(({ type }) => type === 'month')!
            .value.toLowerCase()
            .replace(/\.$/, '');
          if (/^[\p{L}\p{M}]{3,}$/u.test(name) && !names.has(name)) names.set(name, month);
        }
  for (const { months: forms = [] } of languages)
    for (const [index, name] of forms.entries()) names.set(normalForm(name), index + 1);
  // Hebrew joins "in" and the month.
  for (const [name, month] of [...names]) if (/^[א-ת]/.test(name)) names.set(`ב${name}`, month);
  for (const [name, month] of [...names]) {
    const plain = normalForm(name, 'NFKD').replaceAll(/\p{M}/gu, '');
    if (!names.has(plain)) names.set(plain, month);
  }
  return names.set('sept', 9);
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
