import type { ExportColumn, ProspectFilter } from '@outcrop/contract';
import { z } from 'zod';
import { selectRecords } from '../core/search/records.sql.ts';
import { findProspects } from '../core/search/search.ts';
import { inSlices } from '../core/tasks/in-slices.ts';
import { byteOrderMark, csvRow } from '../platform/csv.ts';
import { job } from '../platform/queue/job.ts';
import { insertPiece } from './exports.sql.ts';
import { cellsOf, headings } from './rules.ts';

export const exportTask = job({
  name: 'export',
  payload: z.object({ taskId: z.guid() }),
  retry: { limit: 20, delaySeconds: 1, backoff: false },
});

/** Stored input of an export task. */
export interface ExportInput {
  filter: ProspectFilter;
  columns: readonly ExportColumn[];
}

/** Pieces written so far, and where the search continues. */
type Position = { pieces: number; cursor: string | null } | null;

/** Writes all matches, one search page at a time. */
export const runExportTask = (deps: unknown) =>
  inSlices(exportTask, deps, async ({ tx }, task) => {
    const { filter, columns } = task.input as ExportInput;
    const { pieces, cursor } = (task.position as Position) ?? { pieces: 0, cursor: null };
    const { ids, nextCursor } = await findProspects(tx, filter, cursor);
    const prospects = await selectRecords(tx, ids);
    const rows = prospects.map((prospect) => csvRow(cellsOf(prospect, columns))).join('');
    const heading = byteOrderMark + csvRow(columns.map((column) => headings[column]));
    insertPiece(tx, task.id, pieces + 1, pieces === 0 ? heading + rows : rows);
    return {
      done: prospects.length,
      position: { pieces: pieces + 1, cursor: nextCursor },
      ...(nextCursor === null && { total: task.done + prospects.length }),
      counts: { exported: prospects.length },
      isLast: nextCursor === null,
    };
  });
