import type { Mailbox } from '../../features/mailboxes/mailbox-state.tsx';

export type Window = Mailbox['windows'][number];

export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
const dayName = (day: number): string => weekdays[day - 1] ?? '';

/** "Mon–Fri 9 AM–5:30 PM", with ranges of days in a row. */
export function windowText({ days, from, to }: Window): string {
  const runs: number[][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run && run.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  const names = runs.flatMap((run) =>
    run.length > 2
      ? [`${dayName(run[0]!)}–${dayName(run.at(-1)!)}`]
      : run.map((day) => dayName(day)),
  );
  return `${names.join(', ')} ${timeText(from)}–${timeText(to)}`;
}

/** "9:30 AM" of "09:30", and "12 AM" of "24:00". */
function timeText(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const shown = `${hours % 12 || 12}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`;
  return `${shown} ${hours % 24 < 12 ? 'AM' : 'PM'}`;
}

const minutes = (seconds: number): number => Math.round(seconds / 6) / 10;

/** "9 to 14 minutes". */
export const gapText = ({ fromSeconds, toSeconds }: Mailbox['gap']): string =>
  fromSeconds === toSeconds
    ? `${minutes(fromSeconds)} minutes`
    : `${minutes(fromSeconds)} to ${minutes(toSeconds)} minutes`;

export const rampText = ({ rampUp, dailyLimit }: Mailbox): string =>
  rampUp
    ? `${rampUp.start} on the first day, ${rampUp.step} more each day, up to ${dailyLimit}`
    : 'Off';
