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

export function refuseInvalid(issues: Issue[]): void {
  const [first] = issues;
  if (!first) return;
  const fieldErrors: Record<string, string[]> = Object.create(null);
  for (const { path, message } of issues) {
    const place = placeOf(path);
    const field = fieldOf(path);
    fieldErrors[field] ??= [];
    fieldErrors[field].push(place ? `${place}: ${message}` : message);
  }
  const more =
    issues.length > 1
      ? ` There ${issues.length === 2 ? 'is 1 more problem' : `are ${issues.length - 1} more problems`}; fieldErrors lists them all.`
      : '';
  throw new ApiError(
    'validation_error',
    `${spelled(first.path)} ${first.message}${/[?.!]$/.test(first.message) ? '' : '.'}${more}`,
    {
      fieldErrors,
      issues: issues.map(({ path, message }) => ({
        path: path.length > 0 ? path : ['body'],
        message,
      })),
    },
  );
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
