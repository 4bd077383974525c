import { isDeepStrictEqual } from 'node:util';
import type { ManageResult } from '@outcrop/contract';
import { record } from '../core/audit/record.ts';
import { wakeMailboxes } from '../core/mailboxes/wake.sql.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { invalid, notFound } from '../platform/error.ts';
import {
  lockCampaign,
  replaceSteps,
  selectCampaign,
  selectSteps,
  updateCampaign,
} from './campaigns.sql.ts';
import { withSteps } from './get-campaign.ts';
import { runProblem, stepsEditProblem, transitionProblem } from './rules.ts';
import { toStoredSteps } from './steps.ts';

/** Changes the name, steps or status of a campaign. */
export async function patchCampaign(
  call: ManageCall<'patchCampaign'>,
): Promise<ManageResult<'patchCampaign'>> {
  const { body, tx } = call;
  const { campaignId } = call.params;
  const [, before, stepsBefore] = await Promise.all([
    lockCampaign(tx, campaignId),
    selectCampaign(tx, campaignId),
    selectSteps(tx, campaignId),
  ]);
  if (!before) throw notFound('campaign', campaignId);

  const { name = before.name, status = before.status } = body;
  const steps = body.steps ? toStoredSteps(body.steps) : stepsBefore;
  const isRenamed = name !== before.name;
  const isRewritten = !isDeepStrictEqual(steps, stepsBefore);
  const isMoved = status !== before.status;
  const stepsProblem = isRewritten ? stepsEditProblem(before.status) : null;
  if (stepsProblem !== null) throw invalid('steps', stepsProblem);
  const statusProblem =
    transitionProblem(before.status, status) ??
    (isMoved && status === 'running' ? runProblem(steps) : null);
  if (statusProblem !== null) throw invalid('status', statusProblem);

  if (isRenamed || isMoved) updateCampaign(tx, campaignId, { name, status });
  if (isRewritten) replaceSteps(tx, campaignId, steps);
  if (isMoved && status === 'running') wakeMailboxes(tx, [campaignId], new Date());
  const entry = { target: campaignId };
  if (isRenamed || isRewritten)
    record(call, {
      ...entry,
      action: 'campaign.edited',
      detail: {
        ...(isRenamed && { name, previousName: before.name }),
        ...(isRewritten && { steps: steps.length, previousSteps: stepsBefore.length }),
      },
    });
  if (isMoved)
    record(call, {
      ...entry,
      action: 'campaign.status_changed',
      detail: { status, previousStatus: before.status },
    });
  return { campaign: withSteps({ ...before, name, status }, steps) };
}
