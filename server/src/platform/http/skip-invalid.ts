import { type Endpoint, safetySwitchesOf } from '@outcrop/contract';
import { z } from 'zod';
import type { Issue } from '../clean.ts';
import { check } from '../validation.ts';
import { misspelled, unknownFields, warningsAbout } from './unknown-fields.ts';

export type InvalidRows = Map<number, Issue[]>;

const maxIssuesPerRow = 20;

interface CheckedBody {
  body: Record<string, unknown> | null;
  invalidRows: InvalidRows;
  /** Warnings about ignored fields, if the request succeeds. */
  warnings: Issue[];
}

/**
 * Validates a body. If the endpoint and the caller allow skipping invalid rows, their problems are
 * kept separate from `issues`, and the body holds the valid rows only.
 */
export function checkBody(endpoint: Endpoint, given: unknown, issues: Issue[]): CheckedBody {
  if (endpoint.body === null) return { body: null, invalidRows: new Map(), warnings: [] };
  const unknown = unknownFields(endpoint.body, given);
  const switches = safetySwitchesOf(endpoint);
  const [misspelledSwitches, otherMisspellings] = partition(
    misspelled(unknown),
    ({ path, suggestion }) => path.length === 1 && switches.includes(suggestion!),
  );
  issues.push(...misspelledSwitches);
  const checked = checkRows(endpoint, endpoint.body, given, issues);
  if (issues.length > 0) issues.push(...otherMisspellings);
  return { ...checked, warnings: warningsAbout(unknown) };
}

function checkRows(
  { skippableRows: field }: Endpoint,
  schema: z.ZodObject,
  given: unknown,
  issues: Issue[],
): Omit<CheckedBody, 'warnings'> {
  const body = check(schema, given, issues) ?? null;
  const invalidRows: InvalidRows = new Map();
  const input = given as { onInvalid?: unknown } & Record<string, unknown>;
  if (field === undefined || input.onInvalid !== 'skip') return { body, invalidRows };

  const [ofRows, others] = partition(
    issues,
    ({ path: [name, row] }) => name === field && typeof row === 'number',
  );
  for (const issue of ofRows) {
    const row = issue.path[1] as number;
    const known = invalidRows.get(row) ?? [];
    if (known.length < maxIssuesPerRow) known.push(issue);
    invalidRows.set(row, known);
  }
  issues.splice(0, issues.length, ...others);
  if (invalidRows.size === 0 || issues.length > 0) return { body, invalidRows };

  const rows = schema.shape[field] as z.ZodArray;
  const valid = (input[field] as unknown[]).filter((_, row) => !invalidRows.has(row));
  const lenient = schema.extend({ [field]: z.array(rows.element) });
  return { body: check(lenient, { ...input, [field]: valid }, issues) ?? null, invalidRows };
}

function partition<T>(all: T[], belongs: (one: T) => boolean): [T[], T[]] {
  return [all.filter(belongs), all.filter((one) => !belongs(one))];
}
