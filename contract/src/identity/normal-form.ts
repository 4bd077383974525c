/**
 * More combining marks in a row than any language uses; the same limit as Unicode’s stream-safe
 * format. Normalizing sorts each run of marks in quadratic time: 120,000 of them took 16
 * seconds.
 */
export const maxCombiningMarks = 30;

// The two halfwidth sound marks are letters until NFKC or NFKD turns them into marks.
const runsOfMarks = /[\p{M}\uff9e\uff9f]{2,}/gu;
const ascii = /^[\0-\x7f]*$/;

export function hasTooManyMarks(text: string): boolean {
  if (ascii.test(text)) return false;
  for (const [run] of text.matchAll(runsOfMarks)) if (isTooLong(run)) return true;
  return false;
}

/** Cuts every run of combining marks to the limit. */
export const boundCombiningMarks = (text: string): string =>
  text.replace(runsOfMarks, (run) =>
    isTooLong(run)
      ? [...run.slice(0, maxCombiningMarks * 2)].slice(0, maxCombiningMarks).join('')
      : run,
  );

/** Normalizes in linear time. Use this instead of String.prototype.normalize. */
export const normalForm = (text: string, form: 'NFC' | 'NFKC' | 'NFKD' = 'NFC'): string =>
  ascii.test(text) ? text : boundCombiningMarks(text).normalize(form);

/** Counted in code points: some marks take two code units. */
const isTooLong = (run: string): boolean =>
  run.length > maxCombiningMarks &&
  (run.length > maxCombiningMarks * 2 || [...run].length > maxCombiningMarks);
