import { randomUUIDv7 } from 'node:crypto';
import { type ManageData, type manageEndpoints, mostPerWorkspace } from '@outcrop/contract';
import { record } from '../audit/record.ts';
import { causeOf } from '../platform/cause.ts';
import { invalid } from '../platform/error.ts';
import type { Call } from '../platform/http/call.ts';
import { withSteps } from './get-campaign.ts';
import { insertCampaign, replaceSteps } from './sql.ts';
import { keptSteps } from './steps.ts';

/** Makes a draft. */
export async function postCampaign(
  call: Call<typeof manageEndpoints.postCampaign>,
): Promise<ManageData<'postCampaign'>> {
  const { tx } = call;
  const { name } = call.body;
  const steps = keptSteps(call.body.steps);
  const id = randomUUIDv7();
  const most = mostPerWorkspace.campaign;
  const createdAt = await insertCampaign(tx, { id, name, most });
  if (!createdAt)
    throw invalid(
      'name',
      `would be one more than the ${most.toLocaleString('en')} campaigns a workspace can have, archived ones included`,
    );
  replaceSteps(tx, id, steps);
  record(tx, causeOf(call), {
    action: 'campaign.created',
    target: id,
    detail: { name, steps: steps.length },
  });
  const draft = { id, name, status: 'draft' as const, enrolled: 0, stepCount: 0, createdAt };
  return { campaign: { ...withSteps(draft, steps), id: call.body.dryRun ? null : id } };
}
