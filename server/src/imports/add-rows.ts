import {
  type Lead,
  type LeadField,
  type LeadResult,
  leadSchema,
  type OnMatch,
} from '@outcrop/contract';
import { findExisting, type ListOrTagRef } from '../core/lists-and-tags/find-or-create.ts';
import { addLeads } from '../core/prospects/add.ts';
import { organize } from '../core/prospects/organize.ts';
import { lockProspects } from '../core/prospects/prospects.sql.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import { startOfNextMonth } from '../core/usage/quota.ts';
import type { OperationContext } from '../platform/caller.ts';
import { cleanInput, type InputIssue } from '../platform/clean-input.ts';
import { dayOf } from '../platform/day.ts';
import { checkInput } from '../platform/validation.ts';
import { type ImportRow, type StoredImport, selectChangedEarlier } from './imports.sql.ts';
import { fieldIndexesOf, type Mapping } from './rules.ts';

/** Stored input of an import task. */
export interface ImportInput {
  importId: string;
  mapping: Mapping;
  /** Of the columns, in order. Failures are stored without them. Missing in older tasks. */
  names?: string[];
  list: ListOrTagRef;
  tagId: string | null;
  /** Missing in tasks from before this option existed. */
  onMatch?: OnMatch;
}

/** Each row is counted exactly once. */
export type Counts = Record<(typeof countNames)[LeadResult['status']] | 'repeated', number>;

export interface Outcome {
  counts: Counts;
  failures: { number: number; reason: string }[];
}

const countNames = {
  inserted: 'inserted',
  updated: 'updated',
  skipped: 'skipped',
  failed: 'failed',
  quota_blocked: 'quotaBlocked',
} as const;

export const zeroCounts = (): Counts => ({
  inserted: 0,
  updated: 0,
  skipped: 0,
  repeated: 0,
  failed: 0,
  quotaBlocked: 0,
});

/** Rows converted to leads, or the reason why not. */
export interface ReadRows {
  leads: { index: number; lead: Lead }[];
  failures: Outcome['failures'];
}

export function readRows({ columns }: StoredImport, mapping: Mapping, rows: ImportRow[]): ReadRows {
  const fieldIndexes = fieldIndexesOf(columns, mapping);
  const read: ReadRows = { leads: [], failures: [] };
  for (const { number, cells, problem } of rows) {
    const row =
      problem === null
        ? rowToLead(cells, fieldIndexes, (index) => columns[index]!.name)
        : { reason: problem };
    if ('lead' in row) read.leads.push({ index: number, lead: row.lead });
    else read.failures.push({ number, reason: row.reason });
  }
  return read;
}

/** Imports rows as if each were a separate request. */
export async function addRows(
  scope: OperationContext<{ suppression: Suppression }>,
  { list, tagId, onMatch = 'overwrite' }: ImportInput,
  read: ReadRows,
): Promise<Outcome> {
  const { results, eventIds } = await addLeads(scope, {
    leads: read.leads,
    list,
    sourceType: 'csv',
    onMatch,
    laterWins: true,
  });
  const earlier = await selectChangedEarlier(
    scope.tx,
    scope.actor.correlationId,
    idsIn(results),
    eventIds,
  );
  if (tagId !== null) await tag(scope, tagId, results);

  const counts = countRows(results, earlier);
  counts.failed += read.failures.length;
  const failures = [
    ...read.failures,
    ...results.flatMap((result) => {
      const reason = reasonOf(result);
      return reason === undefined ? [] : [{ number: result.index, reason }];
    }),
  ];
  return { counts, failures };
}

/** A row is repeated if an earlier row of the file added or changed the same prospect. */
function countRows(results: LeadResult[], changed: Set<string>): Counts {
  const counts = zeroCounts();
  for (const { status, prospectId } of results) {
    const isRepeated = prospectId !== undefined && changed.has(prospectId);
    counts[isRepeated ? 'repeated' : countNames[status]]++;
    if (prospectId !== undefined && (status === 'inserted' || status === 'updated'))
      changed.add(prospectId);
  }
  return counts;
}

const idsIn = (results: LeadResult[]): string[] => [
  ...new Set(results.flatMap(({ prospectId }) => prospectId ?? [])),
];

async function tag(
  scope: OperationContext<{ suppression: Suppression }>,
  tagId: string,
  results: LeadResult[],
): Promise<void> {
  const [listOrTag, locked] = await Promise.all([
    findExisting(scope.tx, 'tag', { id: tagId }),
    lockProspects(scope.tx, idsIn(results)),
  ]);
  await organize(scope, { action: 'tag', listOrTag }, locked);
}

function reasonOf({ status, conflictIds }: LeadResult): string | undefined {
  if (status === 'quota_blocked')
    return `The monthly import quota is used up. Upload this row again on or after ${dayOf(startOfNextMonth(new Date()))}, or upgrade your plan.`;
  if (status === 'failed')
    return `The email belongs to one prospect and the LinkedIn URL to another: ${conflictIds!.join(' and ')}. Merge them or remove one of the two values.`;
  return undefined;
}

/** Converts a row to a lead, validated like POST /leads, or returns the reason why not. */
export function rowToLead(
  cells: string[],
  fieldIndexes: [LeadField, number][],
  columnOf: (index: number) => string,
): { lead: Lead } | { reason: string } {
  const sent = Object.fromEntries(
    fieldIndexes.map(([field, index]) => [field, cells[index] ?? '']),
  );
  const issues: InputIssue[] = [];
  const lead = checkInput(leadSchema, cleanInput(sent, issues), issues);
  if (lead && issues.length === 0) return { lead };
  const index = new Map<unknown, number>(fieldIndexes);
  const sentences = issues.map(({ path: [field], message }) =>
    index.has(field) ? `${columnOf(index.get(field)!)} ${message}.` : noIdentity,
  );
  return { reason: sentences.join(' ') };
}

const noIdentity = 'The row has no name, email or LinkedIn URL.';
