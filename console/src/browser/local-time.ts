const two = (part: number) => String(part).padStart(2, '0');

/** The day in the time zone of the browser: "2026-03-09". Also the value of a date input. */
export const localDay = (at: Date): string =>
  [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');

/** The value of a datetime-local input. */
export const localInputValue = (at: Date): string =>
  `${localDay(at)}T${two(at.getHours())}:${two(at.getMinutes())}`;
