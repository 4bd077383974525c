import { localDay } from '../../browser/local-time.ts';

export interface DayChoice {
  label: string;
  day: string;
}

/** The day so many days after another, in the time zone of the browser. */
export function dayIn(now: Date, days: number): string {
  const day = new Date(now);
  day.setDate(now.getDate() + days);
  return localDay(day);
}

/** When a follow-up can be due. */
export function dayChoices(now: Date): DayChoice[] {
  const daysToMonday = (8 - now.getDay()) % 7 || 7;
  return [
    { label: 'Tomorrow', day: dayIn(now, 1) },
    // On Sunday it is tomorrow, and on Monday in a week.
    ...(daysToMonday > 1 && daysToMonday < 7
      ? [{ label: 'Next Monday', day: dayIn(now, daysToMonday) }]
      : []),
    { label: 'In a week', day: dayIn(now, 7) },
  ];
}

const sameYear = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const otherYear = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** "Mon, Mar 9" */
export const weekdayOf = (day: string): string => sameYear.format(new Date(day));

/** "Today", "Tomorrow", "Yesterday", "Mon, Mar 9" or "Mar 9, 2027". */
export function describeDay(day: string, now: Date): string {
  const near = {
    [dayIn(now, -1)]: 'Yesterday',
    [dayIn(now, 0)]: 'Today',
    [dayIn(now, 1)]: 'Tomorrow',
  };
  const isThisYear = day.startsWith(String(now.getFullYear()));
  return near[day] ?? (isThisYear ? weekdayOf(day) : otherYear.format(new Date(day)));
}
