export interface SnoozeChoice {
  label: string;
  until: Date;
}

const workdayStart = 8;
const lastHourToday = 20;

/** When a snoozed conversation can come back, in the time zone of the browser. */
export function snoozeChoices(now: Date): SnoozeChoice[] {
  const later = new Date(now);
  later.setHours(now.getHours() + 3, 0, 0, 0);
  const isToday = later.getDate() === now.getDate() && later.getHours() <= lastHourToday;
  const daysToMonday = ((8 - now.getDay()) % 7 || 7) as number;
  return [
    ...(isToday ? [{ label: 'Later today', until: later }] : []),
    { label: 'Tomorrow', until: morningIn(now, 1) },
    // On Sunday, "Tomorrow" is Monday already.
    ...(daysToMonday > 1 ? [{ label: 'Next week', until: morningIn(now, daysToMonday) }] : []),
  ];
}

function morningIn(now: Date, days: number): Date {
  const day = new Date(now);
  day.setDate(now.getDate() + days);
  day.setHours(workdayStart, 0, 0, 0);
  return day;
}

const dayFormat = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
});
const hourFormat = new Intl.DateTimeFormat('en', { hour: 'numeric' });
const timeFormat = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit' });

/** "Today, 5 PM", "Tomorrow, 8 AM" or "Mon, Nov 23, 8:30 AM". */
export function snoozeTime(until: Date, now: Date): string {
  const tomorrow = new Date(now);
  tomorrow.setDate(now.getDate() + 1);
  const day =
    until.toDateString() === now.toDateString()
      ? 'Today'
      : until.toDateString() === tomorrow.toDateString()
        ? 'Tomorrow'
        : dayFormat.format(until);
  return `${day}, ${(until.getMinutes() === 0 ? hourFormat : timeFormat).format(until)}`;
}
