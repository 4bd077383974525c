import { type Endpoint, switchesOf } from '@outcrop/contract';
import { z } from 'zod';
import type { Issue } from './clean.ts';
import { misspelt, unknownFields, warningsAbout } from './unknown-fields.ts';
import { check } from './validation.ts';

export type InvalidRows = Map<number, Issue[]>;

/** A lead has ten fields; more problems than this help nobody. */
const mostIssuesOfRow = 20;

interface CheckedBody {
  body: unknown;
  invalidRows: InvalidRows;
  /** About what is ignored, if the request is served. */
  warnings: Issue[];
}

/**
 * Checks a body. Where the line lets invalid rows fail alone and the caller asked for that, their
 * problems are kept apart from `issues`, and the body holds the other rows only.
 */
export function checkBody(line: Endpoint, given: unknown, issues: Issue[]): CheckedBody {
  if (line.body === null) return { body: null, invalidRows: new Map(), warnings: [] };
  const unknown = unknownFields(line.body, given);
  const switches = switchesOf(line);
  const [misspeltSwitches, otherSlips] = apart(
    misspelt(unknown),
    ({ path, meant }) => path.length === 1 && switches.includes(meant!),
  );
  issues.push(...misspeltSwitches);
  const checked = checkRows(line, line.body, given, issues);
  if (issues.length > 0) issues.push(...otherSlips);
  return { ...checked, warnings: warningsAbout(unknown) };
}

function checkRows(
  { skippableRows: field }: Endpoint,
  schema: z.ZodObject,
  given: unknown,
  issues: Issue[],
): Omit<CheckedBody, 'warnings'> {
  const body = check(schema, given, issues);
  const invalidRows: InvalidRows = new Map();
  const asked = given as { onInvalid?: unknown } & Record<string, unknown>;
  if (field === undefined || asked.onInvalid !== 'skip') return { body, invalidRows };

  const [ofRows, others] = apart(
    issues,
    ({ path: [name, row] }) => name === field && typeof row === 'number',
  );
  for (const issue of ofRows) {
    const row = issue.path[1] as number;
    const known = invalidRows.get(row) ?? [];
    if (known.length < mostIssuesOfRow) known.push(issue);
    invalidRows.set(row, known);
  }
  issues.splice(0, issues.length, ...others);
  if (invalidRows.size === 0 || issues.length > 0) return { body, invalidRows };

  const rows = schema.shape[field] as z.ZodArray;
  const valid = (asked[field] as unknown[]).filter((_, row) => !invalidRows.has(row));
  const lenient = schema.extend({ [field]: z.array(rows.element) });
  return { body: check(lenient, { ...asked, [field]: valid }, issues), invalidRows };
}

function apart<T>(all: T[], belongs: (one: T) => boolean): [T[], T[]] {
  return [all.filter(belongs), all.filter((one) => !belongs(one))];
}
