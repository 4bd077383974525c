import { randomUUIDv7 } from 'node:crypto';
import { type ManageResult, maxPerWorkspace } from '@outcrop/contract';
import { recordAudit } from '../core/audit/record-audit.ts';
import type { ManageCall } from '../core/sign-in/call.ts';
import { invalidField } from '../platform/error.ts';
import { insertCampaign } from './campaigns.sql.ts';
import { replaceSteps } from './edited-steps.sql.ts';
import { withSteps } from './get-campaign.ts';
import { toStoredSteps } from './written-steps.ts';

/** Creates a draft campaign. */
export async function postCampaign(
  call: ManageCall<'postCampaign'>,
): Promise<ManageResult<'postCampaign'>> {
  const { tx } = call;
  const { name, newPerDay = null, footer = null } = call.body;
  const steps = toStoredSteps(call.body.steps);
  const id = randomUUIDv7();
  const limit = maxPerWorkspace.campaign;
  const createdAt = await insertCampaign(tx, { id, name, newPerDay, footer, limit });
  if (!createdAt)
    throw invalidField(
      'name',
      `cannot be added: the workspace already has the maximum of ${limit.toLocaleString('en')} campaigns, including archived ones`,
    );
  replaceSteps(tx, id, { steps, removed: new Map() });
  recordAudit(call, {
    action: 'campaign.created',
    target: id,
    detail: { name, steps: steps.length },
  });
  const counts = { enrolled: 0, contacted: 0, replied: 0, stepCount: 0 };
  const draft = {
    id,
    name,
    status: 'draft' as const,
    pause: null,
    ...counts,
    createdAt,
    newPerDay,
    footer,
  };
  return { campaign: { ...withSteps(draft, steps), id: call.body.dryRun ? null : id } };
}
