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
