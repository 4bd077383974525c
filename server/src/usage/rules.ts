import type { Quota } from './quota.ts';

const day = 86_400_000;

/**
 * The day on which the month's imports run out if it goes on as it has begun, or null if they last.
 * The first hours of a month say little about its pace, so a whole day is the least it is taken from.
 */
export function runsOutOn({ monthlyImports, used }: Quota, now: Date): string | null {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const [begin, end] = [Date.UTC(year, month), Date.UTC(year, month + 1)];
  const left = Math.max(0, monthlyImports - used);
  const elapsed = Math.max(day, now.getTime() - begin);
  const at = now.getTime() + (left === 0 ? 0 : (left / used) * elapsed);
  return at < end ? new Date(at).toISOString().slice(0, 10) : null;
}
