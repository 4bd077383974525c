import { endBoardTask, runEndBoardTask } from './boards/end-board.job.ts';
import { bulkTask, runBulkTask } from './bulk/bulk.job.ts';
import { organize } from './bulk/organize.ts';
import { runUndoTask, undoTask } from './bulk/undo.job.ts';
import { chores, runChores } from './chores/chores.job.ts';
import { enrichProspect, runEnrich } from './enrichment/enrich.job.ts';
import type { Models } from './enrichment/models.ts';
import { overdueEnrichment, runOverdueEnrichment } from './enrichment/overdue.job.ts';
import { performWith } from './enrichment/perform.ts';
import type { Readers } from './enrichment/readers.ts';
import { dispatchEvents } from './events/dispatch.ts';
import { exportTask, runExportTask } from './exports/export.job.ts';
import type { Ways } from './imports/add-rows.ts';
import { importDryRun, runImportDryRun } from './imports/dry-run.job.ts';
import { importTask, runImportTask } from './imports/import.job.ts';
import { addPeople } from './leads/add-people.ts';
import type { Database } from './platform/db/index.ts';
import { type Line, runs, runsChore } from './platform/queue/line.ts';
import { findProspects } from './prospects/find-prospects.ts';
import { linkedinKeys, runLinkedinKeys } from './prospects/linkedin-keys.job.ts';
import type { Suppression } from './suppression/suppression.ts';
import { type Post, runDeliver } from './webhooks/deliver.job.ts';
import { runDispatch } from './webhooks/dispatch.job.ts';
import { dueDeliveries, runDueDeliveries } from './webhooks/due.job.ts';
import { replayTask, runReplayTask } from './webhooks/replay.job.ts';
import { deliver, remind, runRemind } from './webhooks/wake.ts';

/** What some jobs need of their cell beyond their payload. */
export interface WorkerCell extends Post {
  db: Database;
  suppression: Suppression;
  models: Models;
  readers: Readers;
}

/** Job → run. */
export const jobs: Line<WorkerCell>[] = [
  runs(bulkTask, ({ suppression }) => runBulkTask(suppression, findProspects)),
  runs(endBoardTask, () => runEndBoardTask),
  runs(undoTask, ({ suppression }) => runUndoTask(suppression)),
  runs(importDryRun, (cell) => runImportDryRun(waysOf(cell))),
  runs(importTask, (cell) => runImportTask(waysOf(cell))),
  runs(exportTask, () => runExportTask(findProspects)),
  runs(enrichProspect, ({ models, egress, readers }) =>
    runEnrich(models, performWith(egress, readers)),
  ),
  runs(dispatchEvents, () => runDispatch),
  runs(deliver, runDeliver),
  runs(remind, () => runRemind),
  runs(replayTask, runReplayTask),
  runsChore(dueDeliveries, ({ db }) => runDueDeliveries(db)),
  runsChore(overdueEnrichment, ({ db }) => runOverdueEnrichment(db)),
  runsChore(linkedinKeys, ({ db, suppression }) => runLinkedinKeys(db, suppression)),
  runsChore(chores, ({ db }) => runChores(db)),
];

/** How an import adds and organizes people: as everyone else does. */
const waysOf = ({ suppression }: WorkerCell): Ways => ({
  addPeople: (tx, cause, batch) => addPeople(tx, suppression, cause, batch),
  organize: (tx, cause, order, locked) => organize(tx, suppression, cause, order, locked),
});
