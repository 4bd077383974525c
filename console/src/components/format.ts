/** "1,240" */
export const formatNumber = (value: number): string => value.toLocaleString('en');

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
