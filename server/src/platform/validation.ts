import type { z } from 'zod';
import type { InputIssue } from './clean-input.ts';
import { ApiError } from './error.ts';

/**
 * Validates a value and adds every problem to `issues`. The result is undefined if there are any.
 */
export function checkInput<S extends z.ZodType>(
  schema: S,
  value: unknown,
  issues: InputIssue[],
): z.output<S> | undefined {
  const parsed = schema.safeParse(value, { error: describeIssue, reportInput: true });
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues)
    issues.push({
      path: path.map((step) => (typeof step === 'symbol' ? String(step) : step)),
      message,
    });
  return undefined;
}

/** Further problems are only counted, to keep the response small. */
const maxListed = 100;
/** Unknown field names come from the caller and may be very long. */
const maxNameLength = 100;

/** `remedy` is a sentence that the message ends with. */
export function throwIfInvalid(all: InputIssue[], remedy?: string): void {
  if (all.length === 0) return;
  const misspellings = all
    .filter(({ suggestion }) => suggestion !== undefined)
    .slice(0, maxListed / 4);
  const others = all.filter(({ suggestion }) => suggestion === undefined);
  const listed = [...others.slice(0, maxListed - misspellings.length), ...misspellings].map(
    truncateNames,
  );
  const fieldErrors: Record<string, string[]> = Object.create(null);
  for (const { path, message } of listed) {
    const row = rowOf(path);
    const field = fieldOf(path);
    fieldErrors[field] ??= [];
    fieldErrors[field].push(row ? `${row}: ${message}` : message);
  }
  const summary = problemSummary(listed, all.length);
  throw new ApiError('validation_error', remedy ? `${summary} ${remedy}` : summary, {
    fieldErrors,
    issues: listed.map(({ path, message }) => ({
      path: path.length > 0 ? path : ['body'],
      message,
    })),
  });
}

const truncateNames = (issue: InputIssue): InputIssue => ({
  ...issue,
  path: issue.path.map((step) => (typeof step === 'string' ? step.slice(0, maxNameLength) : step)),
});

/** The first problem, and the first misspelled field, which may be its cause. */
function problemSummary(listed: InputIssue[], count: number): string {
  const [first] = listed;
  const misspelling = listed.find(({ suggestion }, index) => index > 0 && suggestion !== undefined);
  const named = [first!, ...(misspelling ? [misspelling] : [])];
  const more = count - named.length;
  return [
    ...named.map(
      ({ path, message }) => `${formatPath(path)} ${message}${/[?.!]$/.test(message) ? '' : '.'}`,
    ),
    ...(more > 0
      ? [
          `There ${more === 1 ? 'is 1 more problem' : `are ${more.toLocaleString('en')} more problems`}; ` +
            `fieldErrors lists ${count > listed.length ? `${listed.length} of all ${count.toLocaleString('en')}` : 'them all'}.`,
        ]
      : []),
  ].join(' ');
}

/** The innermost field of a problem, or the body. */
const fieldOf = (path: InputIssue['path']): string =>
  path.findLast((step) => typeof step === 'string') ?? 'body';

/** The row of a problem, such as `leads[3]`. */
const rowOf = (path: InputIssue['path']): string =>
  formatPath(path.slice(0, path.findLastIndex((step) => typeof step === 'number') + 1), '');

const formatPath = (path: InputIssue['path'], whole = 'body'): string =>
  path.reduce<string>(
    (text, step) =>
      typeof step === 'number' ? `${text}[${step}]` : text ? `${text}.${step}` : step,
    '',
  ) || whole;

const withArticle = (noun: string) => (/^[aeio]/.test(noun) ? `an ${noun}` : `a ${noun}`);

/** Messages for zod issues; a schema's own message takes precedence. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required';
      if (issue.expected === 'boolean') return 'must be true or false';
      return `must be ${withArticle(issue.expected === 'int' ? 'whole number' : issue.expected)}`;
    case 'invalid_value':
      if (issue.input === undefined) return 'is required';
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
    case 'too_big':
      return issue.origin === 'array'
        ? `must have at most ${issue.maximum} items`
        : `must be at most ${issue.maximum}`;
    case 'too_small':
      return issue.origin === 'array'
        ? `must have at least ${issue.minimum} item${issue.minimum === 1 ? '' : 's'}`
        : `must be at least ${issue.minimum}`;
    default:
      return issue.message ?? 'is not valid';
  }
}
