import { errorMessages } from '@outcrop/contract';
import type { Caller } from '../platform/caller.ts';
import { ApiError, unavailable } from '../platform/error.ts';

export interface PlannedCaller extends Caller {
  plan: { name: string; allowsEnrichment: boolean };
}

/** Fails if the plan does not include enrichment, or no model is configured. */
export function requireEnrichment({ plan }: PlannedCaller, hasModel: boolean): void {
  if (!plan.allowsEnrichment)
    throw new ApiError('plan_not_allowed', errorMessages.planWithoutEnrichment(plan.name));
  if (!hasModel)
    throw unavailable(
      'not_configured',
      'No language model is configured. The operator of this installation can set AI_PROVIDER, ' +
        'AI_MODEL and AI_API_KEY; an administrator of the workspace can set its own in the AI settings.',
      { retryAfter: 3_600 },
    );
}
