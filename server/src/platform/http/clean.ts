import { maxTextLength } from '@outcrop/contract';
import { hasEndlessMarks, maxCombiningMarks, normalForm } from '@outcrop/contract/identity';

export interface Issue {
  path: (string | number)[];
  message: string;
  /** Of a field that is not known: the one that its name resembles. */
  meant?: string;
}

/** Deeper than any body we take; a recursive walk of what JSON.parse accepts would end the process. */
const deepest = 20;

/** More than any list we take. The rest is cut, so that a huge list costs one complaint, not a million. */
const longest = 1_000;

/** A letter that is sent in pieces takes up to four code units. What is longer fits no field anyway. */
const mostCodeUnits = maxTextLength * 4;

/** How long the walk may hold the event loop at a stretch. */
const sliceMs = 10;

interface Options {
  /** Where a null says that a field is to be emptied. */
  keepNulls: boolean;
}

/**
 * A JSON body as the schemas expect it: strings in NFC without outer white space, and neither
 * nulls nor empty strings, since both mean that the field was left out.
 */
export function clean(
  value: unknown,
  issues: Issue[],
  options: Options = { keepNulls: false },
): unknown {
  const walk = cleaning(value, issues, options, []);
  for (;;) {
    const { done, value: cleaned } = walk.next();
    if (done) return cleaned;
  }
}

/** The same, letting others have their turn: megabytes of text take longer than anyone should wait. */
export async function cleanInSlices(
  value: unknown,
  issues: Issue[],
  options: Options,
): Promise<unknown> {
  const walk = cleaning(value, issues, options, []);
  for (let until = performance.now() + sliceMs; ; ) {
    const { done, value: cleaned } = walk.next();
    if (done) return cleaned;
    if (performance.now() < until) continue;
    await new Promise((resolve) => setImmediate(resolve));
    until = performance.now() + sliceMs;
  }
}

/** Pauses after every text, which is where the time goes. */
function* cleaning(
  value: unknown,
  issues: Issue[],
  options: Options,
  path: Issue['path'],
): Generator<undefined, unknown> {
  if (typeof value === 'string') {
    const text = cleanText(value, issues, path);
    yield;
    return text;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (path.length >= deepest) {
    issues.push({ path: path.slice(0, 1), message: 'is nested too deeply' });
    return undefined;
  }
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value.slice(0, longest))
      items.push(yield* cleaning(item, issues, options, [...path, items.length]));
    return items;
  }
  const kept: Record<string, unknown> = Object.create(null);
  for (const [name, item] of Object.entries(value)) {
    const cleaned = yield* cleaning(item, issues, options, [...path, name]);
    if (cleaned === '' || cleaned === undefined || (cleaned === null && !options.keepNulls))
      continue;
    kept[name] = cleaned;
  }
  return kept;
}

/** What is too long for every field stays as it is: its field refuses it, or nobody asked for it. */
export function cleanText(value: string, issues: Issue[], path: Issue['path']): string {
  const problem = problemWith(value);
  if (problem) issues.push({ path, message: problem });
  return (problem || value.length > mostCodeUnits ? value : normalForm(value)).trim();
}

function problemWith(value: string): string | undefined {
  if (value.includes('\0')) return 'must not contain the character NUL';
  if (!value.isWellFormed()) return 'must be well-formed Unicode (it has half of a surrogate pair)';
  if (value.length <= mostCodeUnits && hasEndlessMarks(value))
    return `must not have more than ${maxCombiningMarks} combining marks in a row`;
  return undefined;
}
