import { z } from 'zod';
import { text } from './fields.ts';

// Query parameters arrive as text. Each helper parses one and describes its type for OpenAPI.

export const queryInteger = ({ min, max }: { min: number; max: number }) =>
  z
    .string()
    .refine((raw) => /^\d{1,15}$/.test(raw) && Number(raw) >= min && Number(raw) <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    })
    .transform(Number)
    .meta({ type: 'integer', minimum: min, maximum: max });

export const queryBoolean = () =>
  z
    .string()
    .toLowerCase()
    .refine((raw) => raw === 'true' || raw === 'false', { error: 'must be true or false' })
    .transform((raw) => raw === 'true')
    .meta({ type: 'boolean' });

/** Whether a parameter takes several values, separated by commas or given one by one. */
export const takesSeveralValues = (parameter: z.ZodType): boolean =>
  parameter instanceof z.ZodOptional
    ? takesSeveralValues(parameter.unwrap() as z.ZodType)
    : parameter.meta()?.type === 'array';

/** One value, or several separated by commas. Each is seen once. */
export const queryList = <Value extends string>(value: z.ZodType<Value, string>, max: number) =>
  z
    .string()
    .transform((raw, context): Value[] => {
      const parts = raw.split(',', max + 1);
      const parsed = parts.map((part) => value.safeParse(part));
      if (parts.length > max) context.addIssue(`must have at most ${max} items`);
      else if (parsed.some(({ success }) => !success)) context.addIssue(problemOf(value));
      else return [...new Set(parsed.flatMap(({ data }) => data ?? []))];
      return z.NEVER;
    })
    .meta({
      ...value.meta(),
      id: undefined,
      type: 'array',
      minItems: 1,
      maxItems: max,
      items: itemSchema(value),
    });

const problemOf = (value: z.ZodType): string =>
  value instanceof z.ZodEnum ? `must be one of ${value.options.join(', ')}` : 'must be a UUID';

const itemSchema = (value: z.ZodType): object => ({
  type: 'string',
  ...(value instanceof z.ZodEnum
    ? { enum: value.options }
    : { format: 'uuid', 'x-ref': value.meta()?.['x-ref'] }),
});

/** An opaque cursor. */
export const cursorField = () =>
  text(4000)
    .optional()
    .meta({ examples: ['MTc3MjQ0MzIxMTQ4MiAwMTljOGExMC0wMDA0IGJ0VDlh'] });

export const pageParams = (things: string) => ({
  limit: queryInteger({ min: 1, max: 200 }).optional().describe(`${things} per page. Default: 50.`),
  cursor: cursorField().describe('The `nextCursor` of the previous page.'),
});

export const nextCursor = z.string().nullable().describe('Null on the last page.');

/** Inclusive lower bound. */
export const queryFrom = () => dateOrDateTime().transform((raw) => ({ from: rangeOf(raw).start }));

/** Exclusive upper bound. */
export const queryTo = () => dateOrDateTime().transform((raw) => ({ before: rangeOf(raw).end }));

const isDate = (raw: string) => z.iso.date().safeParse(raw).success;
const isDateTime = (raw: string) => z.iso.datetime({ offset: true }).safeParse(raw).success;

export const dateOrDateTime = () =>
  z
    .string()
    .overwrite(normalizeDateTime)
    .refine((raw) => isDate(raw) || isDateTime(raw), {
      error: ({ input }) => describeProblem(String(input)),
    })
    .meta({ anyOf: [{ format: 'date' }, { format: 'date-time' }] });

/** Accepts a space instead of T, and an offset without a colon. Other text stays as it is. */
const normalizeDateTime = (raw: string): string =>
  raw.replace(
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(?:(Z)|([+-]\d\d):?(\d\d))$/i,
    (_, date: string, time: string, utc?: string, hours?: string, minutes?: string) =>
      `${date}T${time.length === 5 ? `${time}:00` : time}${utc ? 'Z' : `${hours}:${minutes}`}`,
  );

/** Names the two most common mistakes. */
const describeProblem = (raw: string): string => {
  if (isDateTime(normalizeDateTime(raw.replace(/ (?=\d\d:?\d\d$)/, '+'))))
    return 'has a space instead of "+" in its offset: write "+" as %2B in a URL';
  if (isDateTime(normalizeDateTime(`${raw}Z`)))
    return 'needs a UTC offset: add Z, or an offset such as +02:00 (write "+" as %2B in a URL)';
  return 'must be a date such as 2026-03-31 or a date-time such as 2026-03-31T09:00:00Z';
};

/** Invalid dates are reported by their own field. */
export const isValidRange = (from: unknown, to: unknown): boolean =>
  typeof from !== 'string' || typeof to !== 'string' || !(rangeOf(from).start >= rangeOf(to).end);

/** A date is a whole UTC day; a date-time is one millisecond, the finest time that is stored. */
export const rangeOf = (raw: string): { start: Date; end: Date } => {
  const start = Date.parse(raw);
  const length = isDate(raw) ? 86_400_000 : 1;
  return { start: clampToStorable(start), end: clampToStorable(start + length) };
};

const minTime = Date.parse('0001-01-01T00:00:00.000Z');
const maxTime = Date.parse('9999-12-31T23:59:59.999Z');

/** Years 0 and 10000 are valid input but cannot be stored. */
const clampToStorable = (time: number) => new Date(Math.min(Math.max(time, minTime), maxTime));
