import type { Mailbox } from '../../features/mailboxes/mailbox-state.tsx';

export type Window = Mailbox['windows'][number];

export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
const dayName = (day: number): string => weekdays[day - 1] ?? '';

/** "Mon–Fri 09:00–17:00", with ranges of days in a row. */
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
  return `${names.join(', ')} ${from}–${to}`;
}

const minutes = (seconds: number): number => Math.round(seconds / 6) / 10;

/** "9 to 14 minutes". */
export const gapText = ({ fromSeconds, toSeconds }: Mailbox['gap']): string =>
  fromSeconds === toSeconds
    ? `${minutes(fromSeconds)} minutes`
    : `${minutes(fromSeconds)} to ${minutes(toSeconds)} minutes`;

export const rampText = ({ rampUp, dailyLimit }: Mailbox): string =>
  rampUp
    ? `${rampUp.start} a day at first, ${rampUp.step} more with each day, up to ${dailyLimit}`
    : 'Off';
