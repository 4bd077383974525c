/** The day of a time, in UTC: 2026-03-05. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);
