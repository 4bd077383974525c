import type { ManageData } from '@outcrop/contract';
import { formatDay, formatNumber } from '../../components/format.ts';

type Usage = ManageData<'getUsage'>;

/** The metric of a chart. */
export type Subject = 'imports' | 'credits';

/** How fast the monthly allowance is used. */
export interface Burn {
  subject: Subject;
  days: { day: string; used: number; soFar: number }[];
  soFar: number;
  allowance: number;
  daysInMonth: number;
  /** Expected use at the end of the month, at the current pace. */
  projected: number;
  /** The day when nothing is left, at the current pace. */
  runsOutOn: string | null;
}

export function burnOf({ quota, credits, days }: Usage, subject: Subject): Burn {
  const usedOn = ({ imports, creditsSpent }: Usage['days'][number]) =>
    subject === 'imports' ? imports : creditsSpent;
  let soFar = 0;
  const counted = days.map((day) => {
    soFar += usedOn(day);
    return { day: day.day, used: usedOn(day), soFar };
  });
  const allowance = subject === 'imports' ? quota.monthlyImports : credits.monthly;
  const daysInMonth = monthLength(days[0]!.day);
  const projected = Math.round((soFar / days.length) * daysInMonth);
  const runsOutOn = subject === 'imports' ? quota.runsOutOn : creditsRunOutOn();
  return { subject, days: counted, soFar, allowance, daysInMonth, projected, runsOutOn };

  /** The endpoint returns this day for imports only. */
  function creditsRunOutOn(): string | null {
    const reached = counted.find((day) => day.soFar >= allowance);
    if (reached) return reached.day;
    const dayNumber = soFar === 0 ? Number.POSITIVE_INFINITY : (allowance * days.length) / soFar;
    return dayNumber > daysInMonth ? null : dayOf(days[0]!.day, Math.ceil(dayNumber));
  }
}

/** The chart's title. */
export function burnHeadline({ subject, soFar, allowance, runsOutOn }: Burn): string {
  if (soFar >= allowance) return `This month’s ${subject} are used up`;
  if (soFar === 0) return `No ${subject} used this month`;
  return runsOutOn
    ? `At this pace, ${subject} run out on ${formatDay(runsOutOn)}`
    : `${formatNumber(soFar)} of ${formatNumber(allowance)} ${subject} used`;
}

/** What is used, and what that means for the end of the month. */
export function burnForecast(burn: Burn): string {
  const { subject, days, soFar, allowance, daysInMonth, projected } = burn;
  const today = days.at(-1)!.day;
  const used = `${formatNumber(soFar)} of ${formatNumber(allowance)} ${subject} used by ${formatDay(today)}`;
  if (soFar === 0 || soFar >= allowance || days.length === daysInMonth) return `${used}.`;
  const end = `by ${formatDay(dayOfMonth(burn, daysInMonth))}`;
  return projected > allowance
    ? `${used}; at this pace, ${formatNumber(projected)} would be needed ${end}.`
    : `${used}; about ${formatNumber(projected)} ${end} at this pace.`;
}

/** A day of the month of the chart. */
export const dayOfMonth = ({ days }: Pick<Burn, 'days'>, day: number): string =>
  dayOf(days[0]!.day, day);

const monthLength = (day: string): number => {
  const [year, month] = day.split('-').map(Number);
  return new Date(Date.UTC(year!, month!, 0)).getUTCDate();
};

const dayOf = (monthDay: string, dayNumber: number): string =>
  `${monthDay.slice(0, 8)}${String(dayNumber).padStart(2, '0')}`;
