/**
 * More combining marks in a row than any language writes; Unicode's stream-safe format has the same
 * limit. Normalizing sorts each run of marks in quadratic time: 120,000 of them took 16 seconds.
 */
export const maxCombiningMarks = 30;

// The two halfwidth sound marks are letters until a compatibility form turns them into marks.
const runsOfMarks = /[\p{M}\uff9e\uff9f]{2,}/gu;
const ascii = /^[\0-\x7f]*$/;

/** Whether a run of combining marks is longer than any that a language writes. */
export function hasEndlessMarks(text: string): boolean {
  if (ascii.test(text)) return false;
  for (const [run] of text.matchAll(runsOfMarks)) if (isEndless(run)) return true;
  return false;
}

/** The text with every run of combining marks cut to a length that can be normalized at once. */
export const boundCombiningMarks = (text: string): string =>
  text.replace(runsOfMarks, (run) =>
    isEndless(run)
      ? [...run.slice(0, maxCombiningMarks * 2)].slice(0, maxCombiningMarks).join('')
      : run,
  );

/** One of Unicode's normal forms, in linear time. Nothing else in this repository normalizes. */
export const normalForm = (text: string, form: 'NFC' | 'NFKC' | 'NFKD' = 'NFC'): string =>
  ascii.test(text) ? text : boundCombiningMarks(text).normalize(form);

/** Counted in code points: some marks take two code units. */
const isEndless = (run: string): boolean =>
  run.length > maxCombiningMarks &&
  (run.length > maxCombiningMarks * 2 || [...run].length > maxCombiningMarks);
