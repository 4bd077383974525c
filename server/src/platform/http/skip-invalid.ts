import type { Endpoint } from '@outcrop/contract';
import { z } from 'zod';
import type { Issue } from './clean.ts';
import { check } from './validation.ts';

export type InvalidRows = Map<number, Issue[]>;

/**
 * Checks a body. Where the line lets invalid rows fail alone and the caller asked for that, their
 * problems are kept apart from `issues`, and the body holds the other rows only.
 */
export function checkBody(
  line: Endpoint,
  given: unknown,
  issues: Issue[],
): { body: unknown; invalidRows: InvalidRows } {
  const body = line.body && check(line.body, given, issues);
  const invalidRows: InvalidRows = new Map();
  const { skippableRows: field, body: schema } = line;
  const asked = given as { onInvalid?: unknown } & Record<string, unknown>;
  if (field === undefined || schema === null || asked.onInvalid !== 'skip')
    return { body, invalidRows };

  const others: Issue[] = [];
  for (const issue of issues) {
    const [name, row] = issue.path;
    if (name === field && typeof row === 'number')
      invalidRows.set(row, [...(invalidRows.get(row) ?? []), issue]);
    else others.push(issue);
  }
  issues.splice(0, issues.length, ...others);
  if (invalidRows.size === 0 || issues.length > 0) return { body, invalidRows };

  const rows = schema.shape[field] as z.ZodArray;
  const valid = (asked[field] as unknown[]).filter((_, row) => !invalidRows.has(row));
  const lenient = schema.extend({ [field]: z.array(rows.element) });
  return { body: check(lenient, { ...asked, [field]: valid }, issues), invalidRows };
}
