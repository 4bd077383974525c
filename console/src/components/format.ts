/** "1,240" */
export const formatNumber = (value: number): string => value.toLocaleString('en');

const days = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** "March 5", in UTC. */
export const formatDay = (at: string): string => days.format(new Date(at));
