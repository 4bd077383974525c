/** "1,240" */
export const formatNumber = (value: number): string => value.toLocaleString('en');

const units = ['bytes', 'KB', 'MB', 'GB'];

/** "1.2 MB" */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1_000 ** power;
  return `${value.toLocaleString('en', { maximumFractionDigits: power === 0 || value >= 10 ? 0 : 1 })} ${units[power]}`;
}

const days = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', timeZone: 'UTC' });

const dates = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

const shortDays = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** "March 5, 2026", in UTC. */
export const formatDate = (at: string): string => dates.format(new Date(at));

/** "March 5", in UTC. */
export const formatDay = (at: string): string => days.format(new Date(at));

/** "Mar 5", in UTC, for the axis of a chart. */
export const formatShortDay = (at: string): string => shortDays.format(new Date(at));

/** With a capital letter, and one mark at the end. */
export const toSentence = (text: string): string => {
  const capitalized = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]["”]?$/.test(capitalized) ? capitalized : `${capitalized}.`;
};
