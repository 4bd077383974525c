import { isDeepStrictEqual } from 'node:util';
import type { CampaignStep, ManageResult } from '@outcrop/contract';
import { recordAudit } from '../core/audit/record-audit.ts';
import { findRemovedSteps } from '../core/campaigns/step-rules.ts';
import { wakeMailboxes } from '../core/mailboxes/wake-mailboxes.sql.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { invalidField, notFound } from '../platform/error.ts';
import { runProblem, stepsEditProblem, transitionProblem } from './campaign-rules.ts';
import { lockCampaign, selectCampaign, updateCampaign } from './campaigns.sql.ts';
import { replaceSteps, selectRemovedStepIds, selectSteps } from './edited-steps.sql.ts';
import { withSteps } from './get-campaign.ts';
import { isSameWithoutIds, toStoredSteps } from './written-steps.ts';

/** Changes the name, steps, settings or status of a campaign. */
export async function patchCampaign(
  call: ManageCall<'patchCampaign'>,
): Promise<ManageResult<'patchCampaign'>> {
  const { body, tx } = call;
  const { campaignId } = call.params;
  const [, before, stepsBefore, removedIds] = await Promise.all([
    lockCampaign(tx, campaignId),
    selectCampaign(tx, campaignId),
    selectSteps(tx, campaignId),
    selectRemovedStepIds(tx, campaignId),
  ]);
  if (!before) throw notFound('campaign', campaignId);

  const after = {
    ...before,
    name: body.name ?? before.name,
    status: body.status ?? before.status,
    pause: body.status === 'running' ? null : before.pause,
    newPerDay: body.newPerDay === undefined ? before.newPerDay : body.newPerDay,
    footer: body.footer === undefined ? before.footer : body.footer,
  };
  const { status } = after;
  const steps = stepsAfter(body.steps, stepsBefore, removedIds);
  const hasNewSteps = !isDeepStrictEqual(steps, stepsBefore);
  const isStatusChanged = status !== before.status;
  const stepsProblem = hasNewSteps ? stepsEditProblem(before.status) : null;
  if (stepsProblem !== null) throw invalidField('steps', stepsProblem);
  const statusProblem =
    transitionProblem(before.status, status) ??
    (isStatusChanged && status === 'running' ? runProblem(steps) : null);
  if (statusProblem !== null) throw invalidField('status', statusProblem);

  const at = new Date();
  if (!isDeepStrictEqual(after, before)) updateCampaign(tx, campaignId, after, at);
  if (hasNewSteps)
    replaceSteps(tx, campaignId, { steps, removed: findRemovedSteps(stepsBefore, steps) });
  if (isStatusChanged && status === 'running') wakeMailboxes(tx, [campaignId], at);
  const entry = { target: campaignId };
  const detail = {
    ...(after.name !== before.name && { name: after.name, previousName: before.name }),
    ...(hasNewSteps && { steps: steps.length, previousSteps: stepsBefore.length }),
    ...(after.newPerDay !== before.newPerDay && {
      newPerDay: after.newPerDay,
      previousNewPerDay: before.newPerDay,
    }),
    ...(after.footer !== before.footer && {
      footer: after.footer,
      previousFooter: before.footer,
    }),
  };
  if (Object.keys(detail).length > 0)
    recordAudit(call, { ...entry, action: 'campaign.edited', detail });
  if (isStatusChanged)
    recordAudit(call, {
      ...entry,
      action: 'campaign.status_changed',
      detail: { status, previousStatus: before.status },
    });
  return { campaign: withSteps(after, steps) };
}

function stepsAfter(
  sentSteps: Parameters<typeof toStoredSteps>[0] | null | undefined,
  before: CampaignStep[],
  removedIds: Set<string>,
): CampaignStep[] {
  if (!sentSteps || isSameWithoutIds(sentSteps, before)) return before;
  return toStoredSteps(sentSteps, { steps: before, removedIds });
}
