import { type Lead, type LeadField, leadSchema } from '@outcrop/contract';
import { clean, type Issue } from '../platform/clean.ts';
import { check } from '../platform/validation.ts';

/** Converts a row to a lead, validated like POST /leads, or returns the reason why not. */
export function rowToLead(
  cells: string[],
  fieldIndexes: [LeadField, number][],
  columnOf: (index: number) => string,
): { lead: Lead } | { reason: string } {
  const sent = Object.fromEntries(
    fieldIndexes.map(([field, index]) => [field, cells[index] ?? '']),
  );
  const issues: Issue[] = [];
  const lead = check(leadSchema, clean(sent, issues), issues);
  if (lead && issues.length === 0) return { lead };
  const index = new Map<unknown, number>(fieldIndexes);
  const sentences = issues.map(({ path: [field], message }) =>
    index.has(field) ? `${columnOf(index.get(field)!)} ${message}.` : noIdentity,
  );
  return { reason: sentences.join(' ') };
}

const noIdentity = 'The row has no name, email or LinkedIn URL.';
