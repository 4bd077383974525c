import { z } from 'zod';
import { text } from './fields.ts';

// Query parameters arrive as text. Each of these reads one and tells OpenAPI what the text means.

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
    .refine((raw) => raw === 'true' || raw === 'false', { error: 'must be true or false' })
    .transform((raw) => raw === 'true')
    .meta({ type: 'boolean' });

/** Where the page before ended. Only the service knows what is in it. */
export const cursor = () =>
  text(1000)
    .optional()
    .meta({ examples: ['MTc3MjQ0MzIxMTQ4MiAwMTljOGExMC0wMDA0IGJ0VDlh'] });

/** Which page of a list: how much of it, and from where. */
export const pageOf = (things: string) => ({
  limit: queryInteger({ min: 1, max: 200 })
    .optional()
    .describe(`${things} on a page; 50 by default.`),
  cursor: cursor().describe('Where the page before ended: its `nextCursor`.'),
});

/** Beside the rows of such a page. */
export const nextCursor = z.string().nullable().describe('Null on the last page.');

/** The first moment that counts. */
export const queryFrom = () => moment().transform((raw) => ({ from: spanOf(raw).start }));

/** The first moment that no longer counts. */
export const queryTo = () => moment().transform((raw) => ({ before: spanOf(raw).end }));

const isDate = (raw: string) => z.iso.date().safeParse(raw).success;
const isDateTime = (raw: string) => z.iso.datetime({ offset: true }).safeParse(raw).success;

/** A date or a date-time, as it was written. */
export const moment = () =>
  z
    .string()
    .refine((raw) => isDate(raw) || isDateTime(raw), {
      error: ({ input }) => problemWith(String(input)),
    })
    .meta({ anyOf: [{ format: 'date' }, { format: 'date-time' }] });

/** What is likely wrong with a moment; the two that are made most often are named. */
const problemWith = (raw: string): string => {
  const offset = raw.at(-6);
  if (offset === ' ' && isDateTime(`${raw.slice(0, -6)}+${raw.slice(-5)}`))
    return 'has a space where its offset has a "+": in a URL, write "+" as %2B';
  if (isDateTime(`${raw}Z`))
    return 'needs an offset from UTC: add Z, or one such as +02:00 (in a URL, write "+" as %2B)';
  return 'must be a date such as 2026-03-31 or a date-time such as 2026-03-31T09:00:00Z';
};

/** Whether something can be in between. What is no moment is complained about elsewhere. */
export const isSpan = (from: unknown, to: unknown): boolean =>
  typeof from !== 'string' || typeof to !== 'string' || !(spanOf(from).start >= spanOf(to).end);

/** A date is its whole UTC day; a date-time is its one millisecond, the finest time we keep. */
const spanOf = (raw: string): { start: Date; end: Date } => {
  const start = Date.parse(raw);
  const length = isDate(raw) ? 86_400_000 : 1;
  return { start: storable(start), end: storable(start + length) };
};

const earliest = Date.parse('0001-01-01T00:00:00.000Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/** Year 0 and year 10000 can be written down but not stored; nothing was created then anyway. */
const storable = (time: number) => new Date(Math.min(Math.max(time, earliest), latest));
