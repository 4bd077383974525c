import type { z } from 'zod';

/** Paths of invalid values, such as `leads.0.email`. */
export const problems = (schema: z.ZodType, value: unknown): string[] =>
  schema.safeParse(value).error?.issues.map(({ path }) => path.join('.')) ?? [];

/** A character that is one code point but two UTF-16 units. */
export const astral = '🪨';

export const someId = '019c8a10-0004-7000-8000-1f6b8d3a5c72';

export const ids = (length: number): string[] =>
  Array.from({ length }, (_, index) => someId.slice(0, -4) + String(index).padStart(4, '0'));
