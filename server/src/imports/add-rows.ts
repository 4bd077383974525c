import {
  type Lead,
  type LeadField,
  type LeadResult,
  leadSchema,
  type OnMatch,
} from '@outcrop/contract';
import {
  findListOrTag,
  type ListOrTagRef,
} from '../core/lists-and-tags/find-or-create-list-or-tag.ts';
import { addLeads } from '../core/prospects/add-leads.ts';
import { applyBulkOperation } from '../core/prospects/bulk-operation.ts';
import { lockProspects } from '../core/prospects/prospects.sql.ts';
import type { Suppression } from '../core/suppression/suppression.ts';
import { startOfNextMonth } from '../core/usage/quota.ts';
import type { OperationContext } from '../platform/caller.ts';
import { cleanInput, type InputIssue } from '../platform/clean-input.ts';
import { dayOf } from '../platform/day.ts';
import { checkInput } from '../platform/validation.ts';
import { type ColumnMapping, fieldIndexesOf } from './import-rules.ts';
import { type ImportRow, type StoredImport, selectIdsChangedEarlier } from './imports.sql.ts';

/** Stored input of an import task. */
export interface ImportInput {
  importId: string;
  mapping: ColumnMapping;
  /** Column names in order, for the file of failures. Missing in older tasks. */
  names?: string[];
  list: ListOrTagRef;
  tagId: string | null;
  /** Missing in tasks from before this option existed. */
  onMatch?: OnMatch;
}

/** Each row is counted exactly once. */
export type ImportCounts = Record<(typeof countNames)[LeadResult['status']] | 'repeated', number>;

export interface ImportOutcome {
  counts: ImportCounts;
  failures: { number: number; reason: string }[];
}

const countNames = {
  inserted: 'inserted',
  updated: 'updated',
  skipped: 'skipped',
  failed: 'failed',
  quota_blocked: 'quotaBlocked',
} as const;

export const zeroImportCounts = (): ImportCounts => ({
  inserted: 0,
  updated: 0,
  skipped: 0,
  repeated: 0,
  failed: 0,
  quotaBlocked: 0,
});

/** Leads of valid rows, and the failures of the others. */
export interface ConvertedRows {
  leads: { index: number; lead: Lead }[];
  failures: ImportOutcome['failures'];
}

export function convertRows(
  { columns }: StoredImport,
  mapping: ColumnMapping,
  rows: ImportRow[],
): ConvertedRows {
  const fieldIndexes = fieldIndexesOf(columns, mapping);
  const converted: ConvertedRows = { leads: [], failures: [] };
  for (const { number, cells, problem } of rows) {
    const row =
      problem === null
        ? rowToLead(cells, fieldIndexes, (index) => columns[index]!.name)
        : { reason: problem };
    if ('lead' in row) converted.leads.push({ index: number, lead: row.lead });
    else converted.failures.push({ number, reason: row.reason });
  }
  return converted;
}

/** Imports rows as if each were a separate request. */
export async function addRows(
  scope: OperationContext<{ suppression: Suppression }>,
  { list, tagId, onMatch = 'overwrite' }: ImportInput,
  rows: ConvertedRows,
): Promise<ImportOutcome> {
  const { results, eventIds } = await addLeads(scope, {
    leads: rows.leads,
    list,
    sourceType: 'csv',
    onMatch,
    laterWins: true,
  });
  const changedIds = await selectIdsChangedEarlier(
    scope.tx,
    scope.actor.correlationId,
    idsIn(results),
    eventIds,
  );
  if (tagId !== null) await tagProspects(scope, tagId, results);

  const counts = countRows(results, changedIds);
  counts.failed += rows.failures.length;
  const failures = [
    ...rows.failures,
    ...results.flatMap((result) => {
      const reason = reasonOf(result);
      return reason === undefined ? [] : [{ number: result.index, reason }];
    }),
  ];
  return { counts, failures };
}

/** Rows count as repeated if an earlier row of the file added or changed the same prospect. */
function countRows(results: LeadResult[], changedIds: Set<string>): ImportCounts {
  const counts = zeroImportCounts();
  for (const { status, prospectId } of results) {
    const isRepeated = prospectId !== undefined && changedIds.has(prospectId);
    counts[isRepeated ? 'repeated' : countNames[status]]++;
    if (prospectId !== undefined && (status === 'inserted' || status === 'updated'))
      changedIds.add(prospectId);
  }
  return counts;
}

const idsIn = (results: LeadResult[]): string[] => [
  ...new Set(results.flatMap(({ prospectId }) => prospectId ?? [])),
];

async function tagProspects(
  scope: OperationContext<{ suppression: Suppression }>,
  tagId: string,
  results: LeadResult[],
): Promise<void> {
  const [listOrTag, locked] = await Promise.all([
    findListOrTag(scope.tx, 'tag', { id: tagId }),
    lockProspects(scope.tx, idsIn(results)),
  ]);
  await applyBulkOperation(scope, { action: 'tag', listOrTag }, locked);
}

function reasonOf({ status, conflictIds }: LeadResult): string | undefined {
  if (status === 'quota_blocked')
    return `The monthly import quota is used up. Upload this row again on or after ${dayOf(startOfNextMonth(new Date()))}, or upgrade your plan.`;
  if (status === 'failed')
    return `The email belongs to one prospect and the LinkedIn URL to another: ${conflictIds!.join(' and ')}. Merge them or remove one of the two values.`;
  return undefined;
}

/** Converts a row to a lead, with the validation of POST /leads, or returns the reason of the failure. */
export function rowToLead(
  cells: string[],
  fieldIndexes: [LeadField, number][],
  columnOf: (index: number) => string,
): { lead: Lead } | { reason: string } {
  const values = Object.fromEntries(
    fieldIndexes.map(([field, index]) => [field, cells[index] ?? '']),
  );
  const issues: InputIssue[] = [];
  const lead = checkInput(leadSchema, cleanInput(values, issues), issues);
  if (lead && issues.length === 0) return { lead };
  const index = new Map<unknown, number>(fieldIndexes);
  const sentences = issues.map(({ path: [field], message }) =>
    index.has(field) ? `${columnOf(index.get(field)!)} ${message}.` : noIdentity,
  );
  return { reason: sentences.join(' ') };
}

const noIdentity = 'The row has no name, email or LinkedIn URL.';
