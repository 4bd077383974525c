import type { LedgerEntry } from '@outcrop/contract';

const months = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
export const monthName = (firstDay: string): string => months.format(new Date(firstDay));

const signed = new Intl.NumberFormat('en', { signDisplay: 'exceptZero' });

/** "+500", "-1", or "–" for no change. */
export const changeText = (change: number): string => (change === 0 ? '–' : signed.format(change));

export const kindNames: Record<LedgerEntry['kind'], string> = {
  grant: 'Granted',
  reserve: 'Reserved',
  capture: 'Spent',
  release: 'Refunded',
  expire: 'Expired',
};
