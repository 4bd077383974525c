import { maxTextLength } from '@outcrop/contract';
import { hasTooManyMarks, maxCombiningMarks, normalForm } from '@outcrop/contract/identity';

export interface InputIssue {
  path: (string | number)[];
  message: string;
  /** For an unknown field, the known field with a similar name. */
  suggestion?: string;
}

/** Deeper than any valid body. Recursion without a limit could exhaust the stack. */
const maxDepth = 20;

/**
 * More than any list accepts. The rest is cut off, so that a huge list causes one problem, not a
 * million.
 */
const maxItems = 1_000;

/** A decomposed letter takes up to four code units. Longer text fits no field. */
const maxCodeUnits = maxTextLength * 4;

/** Maximum time that cleaning blocks the event loop. */
const sliceMs = 10;

interface CleanOptions {
  /** Whether null clears a field. */
  keepNulls: boolean;
}

/**
 * Prepares a JSON body for validation: strings are trimmed, in NFC and without control characters; nulls and empty strings are
 * removed, since both mean that the field was not sent.
 */
export function cleanInput(
  value: unknown,
  issues: InputIssue[],
  options: CleanOptions = { keepNulls: false },
): unknown {
  const walk = cleanSteps(value, issues, options, []);
  for (;;) {
    const { done, value: cleaned } = walk.next();
    if (done) return cleaned;
  }
}

/** Like `cleanInput`, but yields to the event loop, because megabytes of text take long. */
export async function cleanInputInSlices(
  value: unknown,
  issues: InputIssue[],
  options: CleanOptions,
): Promise<unknown> {
  const walk = cleanSteps(value, issues, options, []);
  for (let until = performance.now() + sliceMs; ; ) {
    const { done, value: cleaned } = walk.next();
    if (done) return cleaned;
    if (performance.now() < until) continue;
    await new Promise((resolve) => setImmediate(resolve));
    until = performance.now() + sliceMs;
  }
}

/** Yields after every string, where most of the time is spent. */
function* cleanSteps(
  value: unknown,
  issues: InputIssue[],
  options: CleanOptions,
  path: InputIssue['path'],
): Generator<undefined, unknown> {
  if (typeof value === 'string') {
    const text = cleanText(value, issues, path);
    yield;
    return text;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (path.length >= maxDepth) {
    issues.push({ path: path.slice(0, 1), message: 'is nested too deeply' });
    return undefined;
  }
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value.slice(0, maxItems))
      items.push(yield* cleanSteps(item, issues, options, [...path, items.length]));
    return items;
  }
  const kept: Record<string, unknown> = Object.create(null);
  for (const [name, item] of Object.entries(value)) {
    const cleaned = yield* cleanSteps(item, issues, options, [...path, name]);
    if (cleaned === '' || cleaned === undefined || (cleaned === null && !options.keepNulls))
      continue;
    kept[name] = cleaned;
  }
  return kept;
}

/** Text too long for any field is not normalized; validation rejects it. */
export function cleanText(value: string, issues: InputIssue[], path: InputIssue['path']): string {
  const problem = problemWith(value);
  if (problem) issues.push({ path, message: problem });
  if (problem || value.length > maxCodeUnits) return value.trim();
  return normalForm(withoutControls(value)).trim();
}

/** Keeps tabs and line breaks, which bodies of emails have. */
const withoutControls = (value: string): string =>
  value.replaceAll('\u0085', '\n').replaceAll(/[^\P{Cc}\s]/gu, '');

function problemWith(value: string): string | undefined {
  if (value.includes('\0')) return 'must not contain the character NUL';
  if (!value.isWellFormed()) return 'must be well-formed Unicode (it has half of a surrogate pair)';
  if (value.length <= maxCodeUnits && hasTooManyMarks(value))
    return `must not have more than ${maxCombiningMarks} combining marks in a row`;
  return undefined;
}
