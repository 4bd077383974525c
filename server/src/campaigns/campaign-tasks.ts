import { type ManageResult, maxCampaignTasks } from '@outcrop/contract';
import { filterDetail, recordAudit } from '../core/audit/record-audit.ts';
import { campaignExists } from '../core/campaigns/campaign-steps.sql.ts';
import { missingIds } from '../core/prospects/missing-ids.ts';
import { findProspectIds } from '../core/search/find-targets.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { startTask } from '../core/tasks/start-task.ts';
import { insertTaskTargets } from '../core/tasks/task-targets.sql.ts';
import { selectCampaignTasks } from '../core/tasks/tasks.sql.ts';
import { fieldError, notFound } from '../platform/error.ts';
import { lockCampaignShared, selectEnrollmentCandidates } from './campaigns.sql.ts';
import { type EnrollInput, enrollTask } from './enroll.job.ts';
import { rehearsalTask } from './rehearsal.job.ts';

/** Starts a task that enrolls prospects, or only checks them. */
export async function postCampaignEnrollTasks(
  call: ManageCall<'postCampaignEnrollTasks'>,
): Promise<ManageResult<'postCampaignEnrollTasks'>> {
  const { tx } = call;
  const { campaignId } = call.params;
  const { filter = null, prospectIds: ids, checkOnly } = call.body;
  // Reports an invalid filter now instead of in a failed task.
  const [campaign, prospects] = await Promise.all([
    lockCampaignShared(tx, campaignId),
    ids ? selectEnrollmentCandidates(tx, ids) : [],
    filter && findProspectIds(tx, filter, null),
  ]);
  if (!campaign) throw notFound('campaign', campaignId);
  if (campaign.isArchived)
    throw fieldError('campaignId', 'The campaign is archived. Restore it first.');
  if (ids) missingIds(ids, prospects, false);

  const kind = checkOnly ? 'enroll_dry_run' : 'enroll';
  const input: EnrollInput = { filter };
  const total = ids?.length;
  const task = await startTask(call, enrollTask, {
    ...{ kind, input, campaignId },
    ...(total !== undefined && { total }),
  });
  if (ids) insertTaskTargets(tx, task.id, 0, ids);
  const detail = { kind, campaignId, filter: filter && filterDetail(filter) };
  recordAudit(call, { action: 'task.started', target: task.id, detail });
  return { task };
}

/** Starts a task that writes all remaining emails of a campaign, without sending them. */
export async function postCampaignRehearsalTasks(
  call: ManageCall<'postCampaignRehearsalTasks'>,
): Promise<ManageResult<'postCampaignRehearsalTasks'>> {
  const { campaignId } = call.params;
  if (!(await campaignExists(call.tx, campaignId))) throw notFound('campaign', campaignId);
  const kind = 'rehearsal';
  const task = await startTask(call, rehearsalTask, { kind, input: {}, campaignId });
  recordAudit(call, { action: 'task.started', target: task.id, detail: { kind, campaignId } });
  return { task };
}

/** Lists the newest tasks of a campaign. */
export async function getCampaignTasks({
  params: { campaignId },
  query: { kind },
  tx,
}: ManageCall<'getCampaignTasks'>): Promise<ManageResult<'getCampaignTasks'>> {
  const [exists, tasks] = await Promise.all([
    campaignExists(tx, campaignId),
    selectCampaignTasks(tx, campaignId, kind ?? null, maxCampaignTasks),
  ]);
  if (!exists) throw notFound('campaign', campaignId);
  return { tasks };
}
