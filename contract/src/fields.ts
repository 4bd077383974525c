import { z } from 'zod';

/** What an id can point at. The sweep and the tenant matrix find every id position through it. */
export type Referent =
  | 'prospect'
  | 'list'
  | 'tag'
  | 'campaign'
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
  | 'session';

/** Longer than any text that a field may hold. What is longer need not be looked at to be refused. */
export const maxTextLength = 20_000;

/** Text with a limit in code points, which is also how JSON Schema counts `maxLength`. */
export const text = (max: number) =>
  z
    .string()
    .refine((value) => hasAtMost(max, value), {
      error: `must be at most ${max.toLocaleString('en')} characters long`,
    })
    .meta({ maxLength: max });

/** A code point takes one or two code units, so most lengths are known without counting. */
const hasAtMost = (max: number, value: string): boolean =>
  value.length <= max || (value.length <= max * 2 && [...value].length <= max);

/**
 * The name of a person or a workspace. It stands in emails, so it is one line that reads in the
 * order in which it was typed.
 */
export const nameText = (max: number) =>
  text(max).refine((value) => !/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(value), {
    error: 'must be one line without control characters',
  });

/** An id as it is answered: always in lower case. */
export const id = () =>
  z.guid().refine((value) => value === value.toLowerCase(), 'must be in lower case');

/** The id of something in the caller's workspace, in any case: 404 when it is not there. */
export const ref = (referent: Referent) =>
  z
    .guid({ error: ({ input }) => (input === undefined ? undefined : 'must be a uuid') })
    .toLowerCase()
    .meta({ 'x-ref': referent });

/** The prospects a write is about. The limit counts what was sent; the handler sees each id once. */
export const prospectIds = (max: number) =>
  z
    .array(ref('prospect'))
    .min(1)
    .max(max)
    .overwrite((ids) => [...new Set(ids)])
    .describe('The prospects, by id. Repeated ids count towards the limit and are served once.');

/** A moment as it is answered: UTC, to the millisecond. */
export const timestamp = () => z.iso.datetime({ precision: 3 });

export const count = () => z.int().min(0);

/** A list or tag as other records mention it. */
export const named = z.strictObject({ id: id(), name: z.string() }).meta({ id: 'Named' });

/** For a rule across fields: zod would hide it behind any problem of a single field. */
export const besideOtherProblems = {
  when: ({ value }: { value: unknown }) =>
    typeof value === 'object' && value !== null && !Array.isArray(value),
};
