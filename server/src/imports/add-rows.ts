import type { Import, Lead, LeadResult, Prospect } from '@outcrop/contract';
import { find, type Named, type Wanted } from '../names/find-or-make.ts';
import { type LockedProspect, lockProspects } from '../people/sql.ts';
import type { Cause } from '../platform/cause.ts';
import type { Tx } from '../platform/db/index.ts';
import { startOfNextMonth } from '../usage/quota.ts';
import { asLead } from './as-lead.ts';
import { type Mapping, placesOf } from './rules.ts';
import type { ImportRow } from './sql.ts';

/** What an import needs of other rooms. */
export interface Ways {
  addPeople: (
    tx: Tx,
    cause: Cause,
    batch: {
      leads: { index: number; lead: Lead }[];
      list: Wanted;
      sourceType: Prospect['sourceType'];
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
}

export type Counts = Record<(typeof countOf)[LeadResult['status']], number>;

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
  failed: 0,
  quotaBlocked: 0,
});

/** Imports some rows of a file, as if each was a request of its own, and tells what came of them. */
export async function addRows(
  tx: Tx,
  cause: Cause,
  { addPeople, organize }: Ways,
  { columns }: Import,
  { mapping, list, tagId }: ImportInput,
  rows: ImportRow[],
): Promise<Outcome> {
  const places = placesOf(columns, mapping);
  const read = rows.map(({ number, cells, problem }) => ({
    number,
    ...(problem === null
      ? asLead(cells, places, (place) => columns[place]!.name)
      : { reason: problem }),
  }));
  const leads = read.flatMap((row) =>
    'lead' in row ? [{ index: row.number, lead: row.lead }] : [],
  );
  const { results } = await addPeople(tx, cause, {
    leads,
    list,
    sourceType: 'csv',
    laterWins: true,
  });
  if (tagId !== null) await tag(tx, cause, organize, tagId, results);

  const counts = noCounts();
  for (const { status } of results) counts[countOf[status]]++;
  counts.failed += read.length - results.length;
  const failures = [
    ...read.flatMap((row) => ('reason' in row ? [{ number: row.number, reason: row.reason }] : [])),
    ...results.flatMap((result) => {
      const reason = reasonOf(result);
      return reason === undefined ? [] : [{ number: result.index, reason }];
    }),
  ];
  return { counts, failures };
}

/** Those who are new must be there before they can be tagged. */
async function tag(
  tx: Tx,
  cause: Cause,
  organize: Ways['organize'],
  tagId: string,
  results: LeadResult[],
): Promise<void> {
  const ids = [...new Set(results.flatMap(({ prospectId }) => prospectId ?? []))];
  const [board, , locked] = await Promise.all([
    find(tx, 'tag', { id: tagId }),
    tx.flush(),
    lockProspects(tx, ids),
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
