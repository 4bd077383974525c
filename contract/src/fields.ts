import { z } from 'zod';
import { stages } from './stages.ts';

/** What an id can refer to. Tests find every id in a request through it. */
export type RefTarget =
  | 'prospect'
  | 'note'
  | 'follow-up'
  | 'view'
  | 'list'
  | 'tag'
  | 'campaign'
  | 'message'
  | 'received message'
  | 'conversation'
  | 'reply'
  | 'saved reply'
  | 'task'
  | 'import'
  | 'export'
  | 'webhook'
  | 'delivery'
  | 'job'
  | 'token'
  | 'member'
  | 'integration'
  | 'invitation'
  | 'session'
  | 'mailbox';

/** Longer than any text field. Longer text is rejected without further checks. */
export const maxTextLength = 20_000;

/** The limit counts code points, as `maxLength` of JSON Schema does. */
const limitLength = (schema: z.ZodString, max: number) =>
  schema
    .refine((value) => hasAtMost(max, value), {
      error: `must be at most ${max.toLocaleString('en')} characters long`,
    })
    .meta({ maxLength: max });

export const text = (max: number) => limitLength(z.string(), max);

/** Text whose line breaks become spaces. */
export const lineText = (max: number) => limitLength(z.string().overwrite(toSingleLine), max);

const toSingleLine = (value: string): string =>
  value.replaceAll(/[\p{Z}\s]+/gu, (space) => (/[^\p{Zs}\ufeff]/u.test(space) ? ' ' : space));

/** Text that may be sent as an integer, as spreadsheets and databases store phone numbers. */
export const textOrInteger = (max: number) =>
  (
    z.preprocess(
      (value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? String(value) : value),
      text(max),
    ) as z.ZodType<string, string | number>
  ).meta({ type: ['string', 'integer'] });

/** A code point takes one or two code units, so most lengths need no counting. */
const hasAtMost = (max: number, value: string): boolean =>
  value.length <= max || (value.length <= max * 2 && [...value].length <= max);

/**
 * The name of a user or a workspace. It appears in emails, so it must be a single line without
 * characters that reorder text.
 */
export const nameText = (max: number) =>
  text(max).refine((value) => !/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(value), {
    error: 'must be a single line without control characters',
  });

/** An id in a response, always lowercase. */
export const id = () =>
  z.guid().refine((value) => value === value.toLowerCase(), 'must be lowercase');

/** An id in a request, in any case. 404 if it is not in the workspace. */
export const ref = (referent: RefTarget) =>
  z
    .guid({ error: ({ input }) => (input === undefined ? undefined : 'must be a UUID') })
    .toLowerCase()
    .meta({ 'x-ref': referent });

/** The limit counts ids as sent; the handler sees each id once. */
export const prospectIds = (max: number) =>
  z
    .array(ref('prospect'))
    .min(1)
    .max(max)
    .overwrite((ids) => [...new Set(ids)])
    .describe('Prospect ids. Duplicates count towards the limit and are processed once.');

/** A time in a response: UTC, to the millisecond. The server passes dates, which JSON writes so. */
export const timestamp = () => z.iso.datetime({ precision: 3 }) as z.ZodType<string, string | Date>;

/** In an edit: rejects it if the record has changed since it was read. */
export const ifUpdatedAt = () =>
  z.iso
    .datetime({ precision: 3, error: 'must be an updatedAt such as 2026-03-02T09:20:11.482Z' })
    .optional()
    .describe(
      'The `updatedAt` of the record you edited. If the record has changed since, the ' +
        'request is a 422 on this field and changes nothing. If omitted, the last edit wins.',
    );

export const count = () => z.int().min(0);

export const idAndName = z.strictObject({ id: id(), name: z.string() }).meta({ id: 'Named' });

/** Makes a rule across fields run even if single fields are invalid. By default zod skips it. */
export const checkEvenIfInvalid = {
  when: ({ value }: { value: unknown }) =>
    typeof value === 'object' && value !== null && !Array.isArray(value),
};

export const stageSchema = z.enum(stages).meta({ id: 'Stage' });
