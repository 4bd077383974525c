const minuteMs = 60_000;
/** When an email whose fate is unknown is looked for, in minutes after it was handed over. */
const lookMinutes = [1, 5, 30, 6 * 60, 24 * 60];

/** The next look after this one; null after the last, when a person decides. */
export function nextLook(unknownSince: Date, at: Date): Date | null {
  const times = lookMinutes.map((minutes) => unknownSince.getTime() + minutes * minuteMs);
  const next = times.find((time) => time > at.getTime());
  return next === undefined ? null : new Date(next);
}
