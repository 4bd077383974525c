import type { z } from 'zod';
import { ApiError } from '../error.ts';
import type { Issue } from './clean.ts';

/** Checks a value and adds every problem to `issues`; the result is only of use if there was none. */
export function check<S extends z.ZodType>(
  schema: S,
  value: unknown,
  issues: Issue[],
): z.output<S> | undefined {
  const parsed = schema.safeParse(value, { error: sentence, reportInput: true });
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues)
    issues.push({
      path: path.map((step) => (typeof step === 'symbol' ? String(step) : step)),
      message,
    });
  return undefined;
}

/** More problems than this are counted, not listed: nobody reads them, and someone may want megabytes. */
const mostListed = 100;
/** The names of unknown fields are the caller's, and may be as long as a body. */
const mostOfName = 100;

export function refuseInvalid(all: Issue[]): void {
  if (all.length === 0) return;
  const slips = all.filter(({ meant }) => meant !== undefined).slice(0, mostListed / 4);
  const others = all.filter(({ meant }) => meant === undefined);
  const listed = [...others.slice(0, mostListed - slips.length), ...slips].map(readable);
  const fieldErrors: Record<string, string[]> = Object.create(null);
  for (const { path, message } of listed) {
    const place = placeOf(path);
    const field = fieldOf(path);
    fieldErrors[field] ??= [];
    fieldErrors[field].push(place ? `${place}: ${message}` : message);
  }
  throw new ApiError('validation_error', summary(listed, all.length), {
    fieldErrors,
    issues: listed.map(({ path, message }) => ({
      path: path.length > 0 ? path : ['body'],
      message,
    })),
  });
}

const readable = (issue: Issue): Issue => ({
  ...issue,
  path: issue.path.map((step) => (typeof step === 'string' ? step.slice(0, mostOfName) : step)),
});

/** The first problem, and the first field that was likely misspelt, which may be the reason for it. */
function summary(listed: Issue[], count: number): string {
  const [first] = listed;
  const slip = listed.find(({ meant }, index) => index > 0 && meant !== undefined);
  const told = [first!, ...(slip ? [slip] : [])];
  const more = count - told.length;
  return [
    ...told.map(
      ({ path, message }) => `${spelled(path)} ${message}${/[?.!]$/.test(message) ? '' : '.'}`,
    ),
    ...(more > 0
      ? [
          `There ${more === 1 ? 'is 1 more problem' : `are ${more.toLocaleString('en')} more problems`}; ` +
            `fieldErrors lists ${count > listed.length ? `${listed.length} of all ${count.toLocaleString('en')}` : 'them all'}.`,
        ]
      : []),
  ].join(' ');
}

/** The plain name under which a problem is reported: the innermost field, or the whole body. */
const fieldOf = (path: Issue['path']): string =>
  path.findLast((step) => typeof step === 'string') ?? 'body';

/** Which row a problem is in, such as `leads[3]`. */
const placeOf = (path: Issue['path']): string =>
  spelled(path.slice(0, path.findLastIndex((step) => typeof step === 'number') + 1), '');

const spelled = (path: Issue['path'], whole = 'body'): string =>
  path.reduce<string>(
    (text, step) =>
      typeof step === 'number' ? `${text}[${step}]` : text ? `${text}.${step}` : step,
    '',
  ) || whole;

const article = (noun: string) => (/^[aeio]/.test(noun) ? `an ${noun}` : `a ${noun}`);

/** The words for what zod found; a schema with words of its own wins. */
function sentence(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required';
      if (issue.expected === 'boolean') return 'must be true or false';
      return `must be ${article(issue.expected === 'int' ? 'whole number' : issue.expected)}`;
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
