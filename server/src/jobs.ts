import { bulkTask, runBulkTask } from './bulk/bulk.job.ts';
import { runUndoTask, undoTask } from './bulk/undo.job.ts';
import { enrollTask, runEnrollTask } from './campaigns/enroll.job.ts';
import { rehearsalTask, runRehearsalTask } from './campaigns/rehearsal.job.ts';
import type { Models } from './core/ai/models.ts';
import { dispatchEvents } from './core/events/emit.ts';
import type { Suppression } from './core/suppression/suppression.ts';
import { enrichProspect, runEnrich } from './enrichment/enrich.job.ts';
import { overdueEnrichment, runOverdueEnrichment } from './enrichment/overdue.job.ts';
import type { Readers } from './enrichment/readers.ts';
import { endAbsences, runEndAbsences } from './enrollments/absences.job.ts';
import { exportTask, runExportTask } from './exports/export.job.ts';
import { importDryRun, runImportDryRun } from './imports/dry-run.job.ts';
import { importTask, runImportTask } from './imports/import.job.ts';
import {
  removeListOrTagTask,
  runRemoveListOrTagTask,
} from './lists-and-tags/remove-list-or-tag.job.ts';
import { mailboxCheck, runMailboxCheck } from './mailboxes/check.job.ts';
import type { CheckDeps } from './mailboxes/check-delivery.ts';
import { maintenance, runMaintenance } from './maintenance/maintenance.job.ts';
import {
  mailNotifications,
  type NotificationMailDeps,
  runMailNotifications,
} from './notifications/mail.job.ts';
import type { Database } from './platform/db/index.ts';
import type { Egress } from './platform/egress/egress.ts';
import {
  type JobRegistration,
  registerJob,
  registerScheduledJob,
} from './platform/queue/job-registry.ts';
import {
  runSendReply,
  runSendTurn,
  type SendDeps,
  sendReply,
  sendTurn,
} from './sending/send-turn.job.ts';
import { runSettleUnknown, type SettleDeps, settleUnknown } from './sending/settle-unknown.job.ts';
import { type DeliveryDeps, runDeliver } from './webhooks/deliver.job.ts';
import { runDispatch } from './webhooks/dispatch.job.ts';
import { dueDeliveries, runDueDeliveries } from './webhooks/due.job.ts';
import { replayTask, runReplayTask } from './webhooks/replay.job.ts';
import { deliver, runScheduleRetry, scheduleRetry } from './webhooks/schedule-delivery.ts';

/** Dependencies of jobs, besides their payload. */
export interface JobDeps
  extends DeliveryDeps,
    SendDeps,
    SettleDeps,
    CheckDeps,
    NotificationMailDeps {
  egress: Egress;
  db: Database;
  suppression: Suppression;
  models: Models;
  readers: Readers;
}

/** Job → run. */
export const jobs: JobRegistration<JobDeps>[] = [
  registerJob(bulkTask, runBulkTask),
  registerJob(removeListOrTagTask, runRemoveListOrTagTask),
  registerJob(undoTask, runUndoTask),
  registerJob(enrollTask, runEnrollTask),
  registerJob(rehearsalTask, runRehearsalTask),
  registerJob(importDryRun, runImportDryRun),
  registerJob(importTask, runImportTask),
  registerJob(exportTask, runExportTask),
  registerJob(enrichProspect, runEnrich),
  registerJob(dispatchEvents, () => runDispatch),
  registerJob(deliver, runDeliver),
  registerJob(scheduleRetry, () => runScheduleRetry),
  registerJob(replayTask, runReplayTask),
  registerJob(sendTurn, runSendTurn),
  registerJob(sendReply, runSendReply),
  registerJob(mailboxCheck, runMailboxCheck),
  registerScheduledJob(dueDeliveries, runDueDeliveries),
  registerScheduledJob(settleUnknown, runSettleUnknown),
  registerScheduledJob(endAbsences, runEndAbsences),
  registerScheduledJob(mailNotifications, runMailNotifications),
  registerScheduledJob(overdueEnrichment, runOverdueEnrichment),
  registerScheduledJob(maintenance, (deps) => runMaintenance(deps)),
];
