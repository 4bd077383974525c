import type { Import, Lead, LeadResult, OnMatch, Prospect } from '@outcrop/contract';
import {
  findExisting,
  type ListOrTag,
  type ListOrTagRef,
} from '../core/lists-and-tags/find-or-create.ts';
import { type LockedProspect, lockProspects } from '../core/prospects/prospects.sql.ts';
import { startOfNextMonth } from '../core/usage/quota.ts';
import type { ActorContext } from '../platform/actor.ts';
import type { Tx } from '../platform/db/index.ts';
import { type ImportRow, selectChangedEarlier } from './imports.sql.ts';
import { rowToLead } from './row-to-lead.ts';
import { fieldIndexesOf, type Mapping } from './rules.ts';

/** Functions of other modules that an import uses. */
export interface ImportDeps {
  addLeads: (
    tx: Tx,
    actor: ActorContext,
    batch: {
      leads: { index: number; lead: Lead }[];
      list: ListOrTagRef;
      sourceType: Prospect['sourceType'];
      onMatch?: OnMatch;
      laterWins: true;
    },
  ) => Promise<{ results: LeadResult[] }>;
  organize: (
    tx: Tx,
    actor: ActorContext,
    operation: { action: 'tag'; listOrTag: ListOrTag },
    locked: LockedProspect[],
  ) => Promise<unknown>;
}

/** Stored input of an import task. */
export interface ImportInput {
  importId: string;
  mapping: Mapping;
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

export function readRows({ columns }: Import, mapping: Mapping, rows: ImportRow[]): ReadRows {
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
  tx: Tx,
  actor: ActorContext,
  { addLeads: addPeople, organize }: ImportDeps,
  { list, tagId, onMatch = 'overwrite' }: ImportInput,
  read: ReadRows,
): Promise<Outcome> {
  const { results } = await addPeople(tx, actor, {
    leads: read.leads,
    list,
    sourceType: 'csv',
    onMatch,
    laterWins: true,
  });
  // Must run before these rows are flushed, so that their own changes are not counted as earlier.
  const earlier = await selectChangedEarlier(tx, actor.correlationId, idsIn(results));
  if (tagId !== null) await tag(tx, actor, organize, tagId, results);

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

/** New prospects must be flushed before they can be tagged. */
async function tag(
  tx: Tx,
  actor: ActorContext,
  organize: ImportDeps['organize'],
  tagId: string,
  results: LeadResult[],
): Promise<void> {
  const [listOrTag, , locked] = await Promise.all([
    findExisting(tx, 'tag', { id: tagId }),
    tx.flush(),
    lockProspects(tx, idsIn(results)),
  ]);
  await organize(tx, actor, { action: 'tag', listOrTag }, locked);
}

function reasonOf({ status, conflictIds }: LeadResult): string | undefined {
  if (status === 'quota_blocked')
    return `The monthly import quota is used up. Upload this row again on or after ${startOfNextMonth(new Date()).slice(0, 10)}, or upgrade your plan.`;
  if (status === 'failed')
    return `The email belongs to one prospect and the LinkedIn URL to another: ${conflictIds!.join(' and ')}. Merge them or remove one of the two values.`;
  return undefined;
}
