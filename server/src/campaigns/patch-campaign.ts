import { isDeepStrictEqual } from 'node:util';
import type { CampaignStep, ManageResult } from '@outcrop/contract';
import { record } from '../core/audit/record.ts';
import { removedBy } from '../core/campaigns/step-rules.ts';
import { wakeMailboxes } from '../core/mailboxes/wake.sql.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { invalidField, notFound } from '../platform/error.ts';
import { lockCampaign, selectCampaign, updateCampaign } from './campaigns.sql.ts';
import { withSteps } from './get-campaign.ts';
import { runProblem, stepsEditProblem, transitionProblem } from './rules.ts';
import { replaceSteps, selectRemovedIds, selectSteps } from './steps.sql.ts';
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
    selectRemovedIds(tx, campaignId),
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
  const isRewritten = !isDeepStrictEqual(steps, stepsBefore);
  const isMoved = status !== before.status;
  const stepsProblem = isRewritten ? stepsEditProblem(before.status) : null;
  if (stepsProblem !== null) throw invalidField('steps', stepsProblem);
  const statusProblem =
    transitionProblem(before.status, status) ??
    (isMoved && status === 'running' ? runProblem(steps) : null);
  if (statusProblem !== null) throw invalidField('status', statusProblem);

  const at = new Date();
  if (!isDeepStrictEqual(after, before)) updateCampaign(tx, campaignId, after, at);
  if (isRewritten) replaceSteps(tx, campaignId, { steps, removed: removedBy(stepsBefore, steps) });
  if (isMoved && status === 'running') wakeMailboxes(tx, [campaignId], at);
  const entry = { target: campaignId };
  const detail = {
    ...(after.name !== before.name && { name: after.name, previousName: before.name }),
    ...(isRewritten && { steps: steps.length, previousSteps: stepsBefore.length }),
    ...(after.newPerDay !== before.newPerDay && {
      newPerDay: after.newPerDay,
      previousNewPerDay: before.newPerDay,
    }),
    ...(after.footer !== before.footer && {
      footer: after.footer,
      previousFooter: before.footer,
    }),
  };
  if (Object.keys(detail).length > 0) record(call, { ...entry, action: 'campaign.edited', detail });
  if (isMoved)
    record(call, {
      ...entry,
      action: 'campaign.status_changed',
      detail: { status, previousStatus: before.status },
    });
  return { campaign: withSteps(after, steps) };
}

function stepsAfter(
  written: Parameters<typeof toStoredSteps>[0] | null | undefined,
  before: CampaignStep[],
  removedIds: Set<string>,
): CampaignStep[] {
  if (!written || isSameWithoutIds(written, before)) return before;
  return toStoredSteps(written, { steps: before, removedIds });
}
