import { bulkTask, runBulkTask } from './bulk/bulk.job.ts';
import { runUndoTask, undoTask } from './bulk/undo.job.ts';
import { enrollTask, runEnrollTask } from './campaigns/enroll.job.ts';
import { rehearsalTask, runRehearsalTask } from './campaigns/rehearsal.job.ts';
import type { WorkspaceModels } from './core/ai/workspace-models.ts';
import { dispatchEvents } from './core/events/emit-events.ts';
import { moveAudience } from './core/inbox/move-audience.ts';
import { handOverBelongings } from './core/members/remove-member.ts';
import { forgetPeople, runForgetPeople } from './core/prospects/forget-people.ts';
import type { Suppression } from './core/suppression/suppression.ts';
import { enrichProspect, runEnrich } from './enrichment/enrich.job.ts';
import { overdueEnrichment, runOverdueEnrichment } from './enrichment/overdue-enrichment.job.ts';
import type { PageReaders } from './enrichment/page-readers.ts';
import { endAbsences, runEndAbsences } from './enrollments/end-absences.job.ts';
import { exportTask, forgetInExports, runExportTask } from './exports/export.job.ts';
import { forgetInImports } from './imports/forget-in-imports.ts';
import { importTask, runImportTask } from './imports/import.job.ts';
import { importDryRun, runImportDryRun } from './imports/import-dry-run.job.ts';
import { runMoveAudience } from './inbox/move-audience.job.ts';
import {
  removeListOrTagTask,
  runRemoveListOrTagTask,
} from './lists-and-tags/remove-list-or-tag.job.ts';
import type { DeliveryCheckDeps } from './mailboxes/check-delivery.ts';
import { mailboxCheck, runMailboxCheck } from './mailboxes/mailbox-check.job.ts';
import { maintenanceJob, runMaintenance } from './maintenance/maintenance.job.ts';
import { runHandOverBelongings } from './members/hand-over-belongings.job.ts';
import {
  mailNotifications,
  type NotificationMailDeps,
  runMailNotifications,
} from './notifications/notification-mail.job.ts';
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
import { forgetInViews } from './views/forget-in-views.ts';
import { type DeliveryDeps, runDeliver } from './webhooks/deliver.job.ts';
import { runDispatch } from './webhooks/dispatch-events.job.ts';
import { dueDeliveries, runDueDeliveries } from './webhooks/due-deliveries.job.ts';
import { replayTask, runReplayTask } from './webhooks/replay.job.ts';
import { deliverToWebhook, runScheduleRetry, scheduleRetry } from './webhooks/schedule-delivery.ts';

/** Dependencies of jobs, besides their payload. */
export interface JobDeps
  extends DeliveryDeps,
    SendDeps,
    SettleDeps,
    DeliveryCheckDeps,
    NotificationMailDeps {
  egress: Egress;
  db: Database;
  suppression: Suppression;
  models: WorkspaceModels;
  readers: PageReaders;
}

/** Each job with the function that runs it. */
export const jobRegistrations: JobRegistration<JobDeps>[] = [
  registerJob(bulkTask, runBulkTask),
  registerJob(removeListOrTagTask, runRemoveListOrTagTask),
  registerJob(undoTask, runUndoTask),
  registerJob(enrollTask, runEnrollTask),
  registerJob(rehearsalTask, runRehearsalTask),
  registerJob(importDryRun, runImportDryRun),
  registerJob(importTask, runImportTask),
  registerJob(exportTask, runExportTask),
  registerJob(forgetPeople, () =>
    runForgetPeople([forgetInImports, forgetInExports, forgetInViews]),
  ),
  registerJob(enrichProspect, runEnrich),
  registerJob(dispatchEvents, () => runDispatch),
  registerJob(deliverToWebhook, runDeliver),
  registerJob(scheduleRetry, () => runScheduleRetry),
  registerJob(replayTask, runReplayTask),
  registerJob(sendTurn, runSendTurn),
  registerJob(sendReply, runSendReply),
  registerJob(mailboxCheck, runMailboxCheck),
  registerJob(moveAudience, () => runMoveAudience),
  registerJob(handOverBelongings, () => runHandOverBelongings),
  registerScheduledJob(dueDeliveries, runDueDeliveries),
  registerScheduledJob(settleUnknown, runSettleUnknown),
  registerScheduledJob(endAbsences, runEndAbsences),
  registerScheduledJob(mailNotifications, runMailNotifications),
  registerScheduledJob(overdueEnrichment, runOverdueEnrichment),
  registerScheduledJob(maintenanceJob, (deps) => runMaintenance(deps)),
];
