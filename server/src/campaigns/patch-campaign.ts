import { isDeepStrictEqual } from 'node:util';
import type { ManageData, manageEndpoints } from '@outcrop/contract';
import { record } from '../audit/record.ts';
import { causeOf } from '../platform/cause.ts';
import { invalid, noSuch } from '../platform/error.ts';
import type { Call } from '../platform/http/call.ts';
import { withSteps } from './get-campaign.ts';
import { reasonNotToMove, reasonNotToRewrite, reasonNotToRun } from './rules.ts';
import { lockCampaign, replaceSteps, selectCampaign, selectSteps, updateCampaign } from './sql.ts';
import { keptSteps } from './steps.ts';

/** Changes what was sent of a campaign: its name, its steps, its state. */
export async function patchCampaign(
  call: Call<typeof manageEndpoints.patchCampaign>,
): Promise<ManageData<'patchCampaign'>> {
  const { body, tx } = call;
  const { campaignId } = call.params;
  const [, before, stepsBefore] = await Promise.all([
    lockCampaign(tx, campaignId),
    selectCampaign(tx, campaignId),
    selectSteps(tx, campaignId),
  ]);
  if (!before) throw noSuch('campaign', campaignId);

  const { name = before.name, status = before.status } = body;
  const steps = body.steps ? keptSteps(body.steps) : stepsBefore;
  const isRenamed = name !== before.name;
  const isRewritten = !isDeepStrictEqual(steps, stepsBefore);
  const isMoved = status !== before.status;
  const notSo = isRewritten ? reasonNotToRewrite(before.status) : null;
  if (notSo !== null) throw invalid('steps', notSo);
  const notThere =
    reasonNotToMove(before.status, status) ??
    (isMoved && status === 'running' ? reasonNotToRun(steps) : null);
  if (notThere !== null) throw invalid('status', notThere);

  if (isRenamed || isMoved) updateCampaign(tx, campaignId, { name, status });
  if (isRewritten) replaceSteps(tx, campaignId, steps);
  const entry = { target: campaignId };
  if (isRenamed || isRewritten)
    record(tx, causeOf(call), {
      ...entry,
      action: 'campaign.edited',
      detail: {
        ...(isRenamed && { name, previousName: before.name }),
        ...(isRewritten && { steps: steps.length, previousSteps: stepsBefore.length }),
      },
    });
  if (isMoved)
    record(tx, causeOf(call), {
      ...entry,
      action: 'campaign.status_changed',
      detail: { status, previousStatus: before.status },
    });
  return { campaign: withSteps({ ...before, name, status }, steps) };
}
