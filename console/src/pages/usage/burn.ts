import type { ManageData } from '@outcrop/contract';
import type { Subject } from './search.ts';

type Usage = ManageData<'getUsage'>;

/** How the month's allowance is being used up. */
export interface Burn {
  subject: Subject;
  days: { day: string; used: number; soFar: number }[];
  soFar: number;
  allowance: number;
  daysInMonth: number;
  /** What it comes to at the end of the month, if it goes on like this. */
  projected: number;
  /** The day on which nothing is left, if it goes on like this. */
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
  const daysInMonth = lastOfMonth(days[0]!.day);
  const projected = Math.round((soFar / days.length) * daysInMonth);
  const runsOutOn = subject === 'imports' ? quota.runsOutOn : creditsRunOut();
  return { subject, days: counted, soFar, allowance, daysInMonth, projected, runsOutOn };

  /** The line tells it for imports only. */
  function creditsRunOut(): string | null {
    const reached = counted.find((day) => day.soFar >= allowance);
    if (reached) return reached.day;
    const place = soFar === 0 ? Number.POSITIVE_INFINITY : (allowance * days.length) / soFar;
    return place > daysInMonth ? null : dayOf(days[0]!.day, Math.ceil(place));
  }
}

/** What the chart shows, in one sentence. */
export function findingOf({ subject, soFar, allowance, runsOutOn }: Burn): string {
  if (soFar >= allowance) return `This month’s ${subject} are used up`;
  if (soFar === 0) return `No ${subject} were used this month yet`;
  return runsOutOn
    ? `At this pace, the ${subject} run out on ${dayName(runsOutOn)}`
    : `At this pace, the ${subject} last the month`;
}

const lastOfMonth = (day: string): number => {
  const [year, month] = day.split('-').map(Number);
  return new Date(Date.UTC(year!, month!, 0)).getUTCDate();
};

const dayOf = (monthDay: string, place: number): string =>
  `${monthDay.slice(0, 8)}${String(place).padStart(2, '0')}`;

const named = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', timeZone: 'UTC' });
export const dayName = (day: string): string => named.format(new Date(day));
