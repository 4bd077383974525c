import type { ExportColumn, ProspectFilter } from '@outcrop/contract';
import { z } from 'zod';
import { findProspects } from '../core/search/find-targets.ts';
import { type ProspectRecord, selectRecords } from '../core/search/records.sql.ts';
import { inSlices } from '../core/tasks/in-slices.ts';
import { selectTargets } from '../core/tasks/targets.sql.ts';
import { byteOrderMark, csvRow } from '../platform/csv.ts';
import type { Tx } from '../platform/db/index.ts';
import { defineJob } from '../platform/queue/job.ts';
import { insertPiece, selectMemberNames } from './exports.sql.ts';

export const exportTask = defineJob({
  name: 'export',
  payload: z.object({ taskId: z.guid() }),
  retry: { limit: 20, delaySeconds: 1, backoff: false },
});

/** Stored input of an export task. */
export interface ExportInput {
  /** Null when the prospects were given by id. */
  filter: ProspectFilter | null;
  columns: readonly ExportColumn[];
}

/** Pieces written so far, and where the search or the list of ids continues. */
type Position = { pieces: number; cursor: string | null; targets?: number } | null;

const targetsPerPiece = 500;

/** Writes all prospects, one search page or part of the given ids at a time. */
export const runExportTask = (deps: unknown) =>
  inSlices(exportTask, deps, async ({ tx }, task) => {
    const { filter, columns } = task.input as ExportInput;
    const {
      pieces,
      cursor,
      targets = 0,
    } = (task.position as Position) ?? { pieces: 0, cursor: null };
    const found = filter
      ? await findProspects(tx, filter, cursor)
      : await nextTargets(tx, task.id, targets);
    const prospects = await selectRecords(tx, found.ids);
    const names = columns.includes('owner') ? await selectMemberNames(tx) : null;
    const rows = prospects
      .map((prospect) => {
        const owner = names?.get(prospect.ownerId ?? '') ?? null;
        return csvRow(cellsOf({ ...prospect, owner }, columns));
      })
      .join('');
    const heading = byteOrderMark + csvRow(columns.map((column) => headings[column]));
    insertPiece(tx, task.id, pieces + 1, pieces === 0 ? heading + rows : rows);
    const isLast = found.nextCursor === null;
    return {
      done: prospects.length,
      position: {
        pieces: pieces + 1,
        cursor: found.nextCursor,
        ...(!filter && { targets: targets + found.ids.length }),
      },
      ...(isLast && { total: task.done + prospects.length }),
      counts: { exported: prospects.length },
      isLast,
    };
  });

/** The next ids that were given. */
async function nextTargets(tx: Tx, taskId: string, after: number) {
  const targets = await selectTargets(tx, taskId, after, targetsPerPiece);
  return {
    ids: targets.map(({ prospectId }) => prospectId),
    nextCursor: targets.length < targetsPerPiece ? null : 'targets',
  };
}

/** Column headings. Imports recognize them. */
const headings: Record<ExportColumn, string> = {
  fullName: 'Full name',
  firstName: 'First name',
  lastName: 'Last name',
  title: 'Title',
  companyName: 'Company',
  linkedinUrl: 'LinkedIn URL',
  website: 'Website',
  email: 'Email',
  phone: 'Phone',
  locationName: 'Location',
  stage: 'Stage',
  doNotContact: 'Do not contact',
  lists: 'Lists',
  tags: 'Tags',
  firstTouchLine: 'First-touch line',
  enrichmentStatus: 'Enrichment status',
  sourceType: 'Source type',
  createdAt: 'Created at',
  updatedAt: 'Updated at',
  id: 'Prospect id',
  owner: 'Owner',
};

/** A prospect with the name of its owner. */
type ExportRecord = ProspectRecord & { owner: string | null };

const cellsOf = (prospect: ExportRecord, columns: readonly ExportColumn[]): string[] =>
  columns.map((column) => {
    const value = prospect[column];
    if (Array.isArray(value)) return value.map(({ name }) => name).join('; ');
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    if (value instanceof Date) return value.toISOString();
    return value ?? '';
  });
