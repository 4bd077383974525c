import type { LedgerEntry } from '@outcrop/contract';

const months = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
export const monthName = (firstDay: string): string => months.format(new Date(firstDay));

const signed = new Intl.NumberFormat('en', { signDisplay: 'exceptZero' });

/** "+500", "-1"; nothing to say where nothing changed. */
export const changeText = (change: number): string => (change === 0 ? '–' : signed.format(change));

export const kindNames: Record<LedgerEntry['kind'], string> = {
  grant: 'Granted',
  reserve: 'Set aside',
  capture: 'Spent',
  release: 'Given back (refund)',
  expire: 'Expired',
};
