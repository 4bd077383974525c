import type { Import, Lead, LeadResult, OnMatch, Prospect } from '@outcrop/contract';
import { find, type Named, type Wanted } from '../names/find-or-make.ts';
import { type LockedProspect, lockProspects } from '../people/sql.ts';
import type { Cause } from '../platform/cause.ts';
import type { Tx } from '../platform/db/index.ts';
import { startOfNextMonth } from '../usage/quota.ts';
import { asLead } from './as-lead.ts';
import { type Mapping, placesOf } from './rules.ts';
import { changedEarlier, type ImportRow } from './sql.ts';

/** What an import needs of other rooms. */
export interface Ways {
  addPeople: (
    tx: Tx,
    cause: Cause,
    batch: {
      leads: { index: number; lead: Lead }[];
      list: Wanted;
      sourceType: Prospect['sourceType'];
      onMatch?: OnMatch;
      laterWins: true;
    },
  ) => Promise<{ results: LeadResult[] }>;
  organize: (
    tx: Tx,
    cause: Cause,
    order: { action: 'tag'; board: Named },
    locked: LockedProspect[],
  ) => Promise<unknown>;
}

/** What a task of an import keeps of the request. */
export interface ImportInput {
  importId: string;
  mapping: Mapping;
  list: Wanted;
  tagId: string | null;
  /** Missing in tasks that were started before there was a choice. */
  onMatch?: OnMatch;
}

/** Each row is counted once. */
export type Counts = Record<(typeof countOf)[LeadResult['status']] | 'repeated', number>;

export interface Outcome {
  counts: Counts;
  failures: { number: number; reason: string }[];
}

const countOf = {
  inserted: 'inserted',
  updated: 'updated',
  skipped: 'skipped',
  failed: 'failed',
  quota_blocked: 'quotaBlocked',
} as const;

export const noCounts = (): Counts => ({
  inserted: 0,
  updated: 0,
  skipped: 0,
  repeated: 0,
  failed: 0,
  quotaBlocked: 0,
});

/** Rows of a file as leads, or why they are none. */
export interface ReadRows {
  leads: { index: number; lead: Lead }[];
  failures: Outcome['failures'];
}

export function readRows({ columns }: Import, mapping: Mapping, rows: ImportRow[]): ReadRows {
  const places = placesOf(columns, mapping);
  const read: ReadRows = { leads: [], failures: [] };
  for (const { number, cells, problem } of rows) {
    const row =
      problem === null
        ? asLead(cells, places, (place) => columns[place]!.name)
        : { reason: problem };
    if ('lead' in row) read.leads.push({ index: number, lead: row.lead });
    else read.failures.push({ number, reason: row.reason });
  }
  return read;
}

/** Imports some rows of a file, as if each was a request of its own, and tells what came of them. */
export async function addRows(
  tx: Tx,
  cause: Cause,
  { addPeople, organize }: Ways,
  { list, tagId, onMatch = 'overwrite' }: ImportInput,
  read: ReadRows,
): Promise<Outcome> {
  const { results } = await addPeople(tx, cause, {
    leads: read.leads,
    list,
    sourceType: 'csv',
    onMatch,
    laterWins: true,
  });
  // Asked before anything of these rows is flushed: what they change themselves is not earlier.
  const earlier = await changedEarlier(tx, cause.correlationId, idsIn(results));
  if (tagId !== null) await tag(tx, cause, organize, tagId, results);

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

/** A row is repeated if it is about someone whom an earlier row of the file added or changed. */
function countRows(results: LeadResult[], changed: Set<string>): Counts {
  const counts = noCounts();
  for (const { status, prospectId } of results) {
    const isRepeated = prospectId !== undefined && changed.has(prospectId);
    counts[isRepeated ? 'repeated' : countOf[status]]++;
    if (prospectId !== undefined && (status === 'inserted' || status === 'updated'))
      changed.add(prospectId);
  }
  return counts;
}

const idsIn = (results: LeadResult[]): string[] => [
  ...new Set(results.flatMap(({ prospectId }) => prospectId ?? [])),
];

/** Those who are new must be there before they can be tagged. */
async function tag(
  tx: Tx,
  cause: Cause,
  organize: Ways['organize'],
  tagId: string,
  results: LeadResult[],
): Promise<void> {
  const [board, , locked] = await Promise.all([
    find(tx, 'tag', { id: tagId }),
    tx.flush(),
    lockProspects(tx, idsIn(results)),
  ]);
  await organize(tx, cause, { action: 'tag', board }, locked);
}

function reasonOf({ status, conflictIds }: LeadResult): string | undefined {
  if (status === 'quota_blocked')
    return `The monthly import quota is used up. Upload this row again from ${startOfNextMonth(new Date()).slice(0, 10)} on, or get a larger plan.`;
  if (status === 'failed')
    return `The e-mail address belongs to one prospect and the LinkedIn page to another: ${conflictIds!.join(' and ')}. Merge them, or remove one of the two.`;
  return undefined;
}
