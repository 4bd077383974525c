import { useEffect, useState } from 'react';

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const relativeFormat = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const fullFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

export function relativeTime(at: Date, now: number): string {
  const seconds = (at.getTime() - now) / 1_000;
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? [];
  if (!unit || !size) return 'just now';
  return relativeFormat.format(Math.round(seconds / size), unit);
}

export const fullTime = (at: string | Date): string => fullFormat.format(new Date(at));

/** "3 minutes ago", with the exact time on hover. `never` is shown when there is no time. */
export function RelativeTime({ at, never = 'never' }: { at: string | null; never?: string }) {
  const now = useNow();
  if (at === null) return <span>{never}</span>;
  const date = new Date(at);
  return (
    <time dateTime={at} title={fullTime(date)}>
      {relativeTime(date, now)}
    </time>
  );
}

/** The current time, updated at an interval. */
export function useNow(intervalMs = 30_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
}
