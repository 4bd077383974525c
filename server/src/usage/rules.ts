import type { Quota } from '../core/usage/quota.ts';

const day = 86_400_000;

/**
 * The day on which the monthly imports run out at the current pace, or null if they last. The pace is
 * computed over at least one day, because the first hours of a month say little.
 */
export function predictRunOutDate({ monthlyImports, used }: Quota, now: Date): string | null {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const [begin, end] = [Date.UTC(year, month), Date.UTC(year, month + 1)];
  const remaining = Math.max(0, monthlyImports - used);
  const elapsed = Math.max(day, now.getTime() - begin);
  const runOutAt = now.getTime() + (remaining === 0 ? 0 : (remaining / used) * elapsed);
  return runOutAt < end ? new Date(runOutAt).toISOString().slice(0, 10) : null;
}
