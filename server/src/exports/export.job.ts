import type { ExportColumn, ProspectFilter } from '@outcrop/contract';
import { z } from 'zod';
import type { ForgetCopies } from '../core/prospects/forget-people.ts';
import { findProspectIds } from '../core/search/find-targets.ts';
import { type ProspectRecord, selectProspectRecords } from '../core/search/prospect-records.sql.ts';
import { runTaskInSlices } from '../core/tasks/run-task-in-slices.ts';
import { selectTaskTargets } from '../core/tasks/task-targets.sql.ts';
import { byteOrderMark, csvRow } from '../platform/csv.ts';
import { lockInWorkspace, type Tx } from '../platform/db/index.ts';
import { defineJob } from '../platform/queue/job.ts';
import { deleteExportedProspects, insertExportPiece, selectMemberNames } from './exports.sql.ts';

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

/** The number of written pieces, and the position in the search or in the list of ids. */
type ExportPosition = { pieces: number; cursor: string | null; targets?: number } | null;

const targetsPerPiece = 500;

/** Writes all prospects, one page at a time. */
export const runExportTask = (deps: unknown) =>
  runTaskInSlices(exportTask, deps, async ({ tx }, task) => {
    const { filter, columns } = task.input as ExportInput;
    const {
      pieces,
      cursor,
      targets = 0,
    } = (task.position as ExportPosition) ?? { pieces: 0, cursor: null };
    const page = filter
      ? await findProspectIds(tx, filter, cursor)
      : await selectNextIds(tx, task.id, targets);
    await lockExports(tx);
    const prospects = await selectProspectRecords(tx, page.ids);
    const memberNames = columns.includes('owner') ? await selectMemberNames(tx) : null;
    const heading = byteOrderMark + csvRow(columns.map((column) => headings[column]));
    insertExportPiece(tx, task.id, {
      number: pieces + 1,
      heading: pieces === 0 ? heading : '',
      rows: prospects.map((prospect) => {
        const owner = memberNames?.get(prospect.ownerId ?? '') ?? null;
        return csvRow(cellsOf({ ...prospect, owner }, columns));
      }),
      prospectIds: prospects.map(({ id }) => id),
    });
    const isLast = page.nextCursor === null;
    return {
      done: prospects.length,
      position: {
        pieces: pieces + 1,
        cursor: page.nextCursor,
        ...(!filter && { targets: targets + page.ids.length }),
      },
      ...(isLast && { total: task.done + prospects.length }),
      counts: { exported: prospects.length },
      isLast,
    };
  });

/** So that no piece with a deleted prospect appears after the job that forgets them has looked. */
const lockExports = (tx: Tx): Promise<number> => lockInWorkspace(tx, 'exports');

export const forgetInExports: ForgetCopies = async ({ transaction }, { prospectIds }) => {
  await transaction(async (tx) => {
    await lockExports(tx);
    await deleteExportedProspects(tx, prospectIds);
  });
};

/** Selects the next page of an export by ids. */
async function selectNextIds(tx: Tx, taskId: string, after: number) {
  const targets = await selectTaskTargets(tx, taskId, after, targetsPerPiece);
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

type ExportRecord = ProspectRecord & { owner: string | null };

const cellsOf = (prospect: ExportRecord, columns: readonly ExportColumn[]): string[] =>
  columns.map((column) => {
    const value = prospect[column];
    if (Array.isArray(value)) return value.map(({ name }) => name).join('; ');
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    if (value instanceof Date) return value.toISOString();
    return value ?? '';
  });
